import { defaultDbAlias } from '@common/constants'
import { queryOfTab } from '@renderer/features/tabs'
import { formatFacts, useTranslation } from '@renderer/i18n'
import { goTo, nextFocus } from '@renderer/stores'
import { Checkbox, Dialog, ErrorBanner } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { CategoryDrawer } from './CategoryDrawer'
import { importTemplateTables, useCreation } from './creation'
import { CreationOverlay } from './CreationOverlay'
import styles from './dialogs.module.css'
import type { GalleryPart } from './gallery-list'
import { templatePicker, useTemplatePicker } from './picker'
import { useOpenedFacts, useTemplate, type TemplateFacts } from './read-template'
import { DetailState, TemplateDetail } from './TemplateDetail'
import { TemplateGallery } from './TemplateGallery'
import type { TemplateSource } from './template-source'
import { useGallery } from './use-gallery'

export interface TemplatePickerProps {
  readonly projectId: string
  /** Title of the project. */
  readonly project: string
}

/** The templates inside a project: a card opens its detail in place, and its tables are imported (S2 §2). */
export function TemplatePicker({ projectId, project }: TemplatePickerProps) {
  const { t } = useTranslation()
  const [source, setSource] = useState<TemplateSource | undefined>(useTemplatePicker.getState().source)
  const [rows, setRows] = useState(true)
  const [existing, setExisting] = useState<readonly string[]>([])
  const isRunning = useCreation((state) => state.current !== undefined)

  function show(next: TemplateSource | undefined): void {
    setSource(next)
    setExisting([])
  }

  async function use(): Promise<void> {
    if (source === undefined) return
    setExisting([])
    const result = await importTemplateTables(source, projectId, rows)
    if (result.kind === 'exist') setExisting(result.names)
    if (result.kind !== 'done') return
    templatePicker.close()
    const [first] = result.tables
    if (first === undefined) return
    nextFocus.ask({ table: first.name })
    const tab = queryOfTab({ name: first.name, type: 'table', dbAlias: defaultDbAlias })
    await goTo(`/nc/${encodeURIComponent(projectId)}?${tab}`)
  }

  const notice = existing.length > 0 && (
    <ErrorBanner
      title={t('templates.exist.title', { count: existing.length, tables: formatFacts(existing), project })}
      text={t('templates.exist.text')}
    />
  )
  return (
    <>
      <Dialog
        opened
        width={1120}
        flush
        withCross
        title={t('templates.into.dialog', { project })}
        action={t('templates.use')}
        loading={isRunning}
        disabledReason={source === undefined ? t('templates.into.chooseTemplate') : undefined}
        footer={
          <span className={styles.footer}>
            <Checkbox checked={rows} onChange={setRows}>
              {t('templates.withRows')}
            </Checkbox>
          </span>
        }
        onClose={templatePicker.close}
        onSubmit={() => void use()}
      >
        <div className={styles.picker}>
          {source === undefined ? (
            <PickerGallery onOpen={(id, title) => show({ kind: 'entry', id, title })} />
          ) : source.kind === 'entry' ? (
            <EntryDetail id={source.id} notice={notice} onClose={() => show(undefined)} />
          ) : (
            <OpenedDetail notice={notice} onClose={() => show(undefined)} />
          )}
        </div>
      </Dialog>
      <CreationOverlay />
    </>
  )
}

function PickerGallery({ onOpen }: { readonly onOpen: (id: string, title: string) => void }) {
  const gallery = useGallery()
  const [part, setPart] = useState<GalleryPart>({ kind: 'all' })
  const [search, setSearch] = useState('')
  return (
    <>
      <CategoryDrawer gallery={gallery} part={part} onChoose={setPart} />
      <TemplateGallery
        gallery={gallery}
        part={part}
        search={search}
        onSearch={setSearch}
        onReset={() => {
          setSearch('')
          setPart({ kind: 'all' })
        }}
        onOpen={(id) => onOpen(id, gallery.list?.find((entry) => entry.id === id)?.title ?? id)}
        headingLevel={2}
      />
    </>
  )
}

interface DetailProps {
  readonly notice: ReactNode
  readonly onClose: () => void
}

function EntryDetail({ id, ...rest }: DetailProps & { readonly id: string }) {
  const { facts, error, isFetching, retry } = useTemplate(id)
  if (facts === undefined)
    return <DetailState error={error} isFetching={isFetching} onRetry={retry} onClose={rest.onClose} />
  return <InPlace facts={facts} {...rest} />
}

function OpenedDetail(props: DetailProps) {
  const facts = useOpenedFacts()
  return facts === undefined ? null : <InPlace facts={facts} {...props} />
}

const InPlace = (props: DetailProps & { readonly facts: TemplateFacts }) => (
  <TemplateDetail headingLevel={2} inPlace {...props} />
)
