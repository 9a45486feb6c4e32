import { useTranslation } from '@renderer/i18n'
import { EmptyState, IconButton, SearchField, Skeleton } from '@renderer/ui'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { useState } from 'react'
import styles from './graphql-client.module.css'

/** A field of a type, or a value of an enumeration. */
interface Member {
  readonly name: string
  readonly type?: { toString: () => string } | undefined
  readonly target?: GraphQLNamedType | undefined
  readonly description?: string | null | undefined
  readonly args?: readonly GraphQLArgument[] | undefined
}

/** The types of a schema to read: begins with the operations, and follows types. */
export function DocsPane({ schema }: { readonly schema: GraphQLSchema | undefined }) {
  const { t } = useTranslation()
  const [path, setPath] = useState<readonly string[]>([])
  const [filter, setFilter] = useState('')
  if (schema === undefined)
    return (
      <div className={styles.docs}>
        <Skeleton height={120} />
      </div>
    )
  const name = path.at(-1)
  const type = name === undefined ? undefined : schema.getType(name)
  const open = (target: string): void => {
    setPath([...path, target])
    setFilter('')
  }
  const wanted = filter.trim().toLowerCase()
  const members = type === undefined ? rootsOf(schema) : membersOf(type)
  const shown = members.filter((member) => member.name.toLowerCase().includes(wanted))
  return (
    <div className={styles.docs}>
      <div className={styles.docsHead}>
        {type !== undefined && (
          <IconButton
            icon="chevronLeft"
            size="xs"
            mirrored
            label={t('graphqlClient.back')}
            onClick={() => setPath(path.slice(0, -1))}
          />
        )}
        <h2>{type === undefined ? t('graphqlClient.docs') : <bdi translate="no">{type.name}</bdi>}</h2>
      </div>
      {type?.description !== undefined && type.description !== null && (
        <p className={styles.description} translate="no">
          {type.description}
        </p>
      )}
      {members.length > 8 && (
        <SearchField size="sm" label={t('graphqlClient.findField')} value={filter} onChange={setFilter} />
      )}
      {shown.length === 0 && (
        <EmptyState title={t(members.length === 0 ? 'graphqlClient.noFields' : 'graphqlClient.nothingFound')} />
      )}
      <ul className={styles.members}>
        {shown.map((member) => (
          <li key={member.name}>
            <MemberLine member={member} onOpen={open} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function MemberLine({ member, onOpen }: { readonly member: Member; readonly onOpen: (type: string) => void }) {
  const { name, type, target, description, args = [] } = member
  return (
    <>
      <code dir="ltr">
        <b>{name}</b>
        {args.length > 0 && '('}
        {args.map((argument, at) => (
          <span key={argument.name}>
            {at > 0 && ', '}
            {argument.name}: <TypeLink type={argument.type} target={getNamedType(argument.type)} onOpen={onOpen} />
          </span>
        ))}
        {args.length > 0 && ')'}
        {type !== undefined && ': '}
        {type !== undefined && <TypeLink type={type} target={target} onOpen={onOpen} />}
      </code>
      {description !== undefined && description !== null && (
        <p className={styles.description} translate="no">
          {description}
        </p>
      )}
    </>
  )
}

interface TypeLinkProps extends Pick<Member, 'type' | 'target'> {
  readonly onOpen: (type: string) => void
}

/** The name of a type, which opens it if it has members. */
function TypeLink({ type, target, onOpen }: TypeLinkProps) {
  const text = String(type)
  if (target === undefined || membersOf(target).length === 0) return <span className={styles.scalar}>{text}</span>
  return (
    <button type="button" className={styles.type} onClick={() => onOpen(target.name)}>
      {text}
    </button>
  )
}

const rootsOf = (schema: GraphQLSchema): Member[] =>
  [
    ['query', schema.getQueryType()] as const,
    ['mutation', schema.getMutationType()] as const,
    ['subscription', schema.getSubscriptionType()] as const,
  ].flatMap(([name, type]) => (type === undefined || type === null ? [] : [{ name, type, target: type }]))

function membersOf(type: GraphQLNamedType): Member[] {
  if (isEnumType(type)) return type.getValues().map(({ name, description }) => ({ name, description }))
  if (isObjectType(type))
    return Object.values(type.getFields()).map((field) => ({
      name: field.name,
      type: field.type,
      target: getNamedType(field.type),
      description: field.description,
      args: field.args,
    }))
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => ({
      name: field.name,
      type: field.type,
      target: getNamedType(field.type),
      description: field.description,
    }))
  return []
}
