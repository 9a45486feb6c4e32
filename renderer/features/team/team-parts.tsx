import { useOperation } from '@renderer/api'
import { formatNumber, t } from '@renderer/i18n'
import { Badge } from '@renderer/ui'
import type { TeamPart } from './parts'
import { PeoplePart } from './PeoplePart'
import { RolesPart } from './RolesPart'
import { TokensPart } from './TokensPart'

interface CountProps {
  readonly projectId: string
}

const shown = (count: number | undefined) => count !== undefined && <Badge>{formatNumber(count)}</Badge>

export function PeopleCount({ projectId }: CountProps) {
  return shown(useOperation('memberList', {}, { projectId, silent: true }).data?.list.length)
}

function TokenCount({ projectId }: CountProps) {
  return shown(useOperation('apiTokenList', {}, { projectId, silent: true }).data?.list.length)
}

function RoleCount({ projectId }: CountProps) {
  return shown(useOperation('roleList', {}, { projectId, silent: true }).data?.list.length)
}

export const teamParts: readonly TeamPart[] = [
  {
    id: 'users',
    title: () => t('team.parts.users'),
    permission: 'member.manage',
    order: 1,
    Badge: PeopleCount,
    Page: PeoplePart,
  },
  {
    id: 'tokens',
    title: () => t('team.parts.tokens'),
    permission: 'token.use',
    order: 2,
    Badge: TokenCount,
    Page: TokensPart,
  },
  {
    id: 'roles',
    title: () => t('team.parts.roles'),
    permission: 'member.invite',
    order: 3,
    Badge: RoleCount,
    Page: RolesPart,
  },
]
