import { can } from '@common/permissions'
import { useTranslation } from '@renderer/i18n'
import { effectiveRoles, goTo, useUsers } from '@renderer/stores'
import { Button, useTitle } from '@renderer/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { CategoryDrawer } from './CategoryDrawer'
import { CreationOverlay } from './CreationOverlay'
import { partOf, queryOfPart, type GalleryPart } from './gallery-list'
import { OpenTemplateDialog } from './OpenTemplateDialog'
import { openedTemplate } from './opened-template'
import styles from './page.module.css'
import { useOpenedFacts, useTemplate } from './read-template'
import { DetailState, TemplateDetail } from './TemplateDetail'
import { TemplateMore } from './TemplateMore'
import { TemplateGallery } from './TemplateGallery'
import { useGallery } from './use-gallery'
import { UseTemplate } from './UseTemplate'

const galleryPath = '/project/templates'

/** Address of the detail of a template (S2 §2). */
export const detailPath = (id: string): string => `${galleryPath}/${encodeURIComponent(id)}`

/** The gallery of templates, with the detail of one beside or instead of it (S2 §2, mock t). */
export function TemplatesPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const gallery = useGallery()
  const opened = useOpenedFacts()
  const [search, setSearch] = useState('')
  const part = partOf(query)
  const mayCreate = useUsers((state) => can(effectiveRoles(state), 'project.create'))
  const isAsked = query.get('open') === 'template' && mayCreate
  const shownOpened = id === undefined && query.has('opened') ? opened : undefined
  const hasDetail = id !== undefined || shownOpened !== undefined
  useTitle(t('templates.title'))
  const page = useRef<HTMLDivElement>(null)

  // Back from a detail, the focus returns to its card.
  const before = useRef(id)
  useEffect(() => {
    const former = before.current
    before.current = id
    if (former === undefined || id !== undefined) return
    page.current?.querySelector<HTMLElement>(`[data-template="${CSS.escape(former)}"]`)?.focus()
  }, [id])

  const show = (next: GalleryPart): void => void navigate(`${galleryPath}${queryOfPart(next)}`)
  const close = (): void => {
    if (shownOpened !== undefined) openedTemplate.close()
    show(part)
  }
  useEscape(hasDetail, close)
  const addressOf = (each: string): string => `${detailPath(each)}${queryOfPart(part)}`

  return (
    <div ref={page} className={styles.page} data-detail={hasDetail || undefined}>
      <CategoryDrawer
        gallery={gallery}
        part={part}
        onChoose={show}
        foot={
          mayCreate && (
            <>
              <Button icon="plus" onClick={() => void navigate(`${galleryPath}/new`)}>
                {t('templates.newTemplate')}
              </Button>
              <Button icon="folder" onClick={() => void navigate(`${galleryPath}?open=template`)}>
                {t('templates.open.action')}
              </Button>
            </>
          )
        }
      />
      <TemplateGallery
        gallery={gallery}
        part={part}
        search={search}
        onSearch={setSearch}
        onReset={() => {
          setSearch('')
          show({ kind: 'all' })
        }}
        shownId={id ?? (shownOpened === undefined ? undefined : '')}
        addressOf={addressOf}
        onOpen={(each) => void navigate(addressOf(each))}
        headingLevel={1}
      />
      {id !== undefined && <Detail key={id} id={id} onClose={close} />}
      {shownOpened !== undefined && (
        <div className={styles.side}>
          <TemplateDetail
            facts={shownOpened}
            headingLevel={2}
            onClose={close}
            actions={<UseTemplate source={shownOpened.source} />}
          />
        </div>
      )}
      {isAsked && (
        <OpenTemplateDialog
          onClose={() => void navigate(galleryPath, { replace: true })}
          onOpened={(template) => {
            openedTemplate.show(template)
            void goTo(`${galleryPath}?opened`)
          }}
        />
      )}
      <CreationOverlay />
    </div>
  )
}

function Detail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { facts, error, isFetching, retry } = useTemplate(id)
  return (
    <div className={styles.side}>
      {facts === undefined ? (
        <DetailState error={error} isFetching={isFetching} onRetry={retry} onClose={onClose} />
      ) : (
        <TemplateDetail
          facts={facts}
          headingLevel={2}
          onClose={onClose}
          actions={
            <>
              <UseTemplate source={facts.source} />
              {facts.entry && (
                <TemplateMore entry={facts.entry} onDeleted={(restored) => (restored ? retry() : onClose())} />
              )}
            </>
          }
        />
      )}
    </div>
  )
}

/** Escape closes the detail, unless an open dialog, a menu or a field takes it. */
function useEscape(isOn: boolean, close: () => void): void {
  const leave = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent): void => {
    const isFree = target instanceof Element && target.closest('[role="dialog"],[role="menu"],input') === null
    if (key === 'Escape' && isFree && !defaultPrevented) close()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent): void => leave(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}
