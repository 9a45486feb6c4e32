import { useTranslation } from '@renderer/i18n'
import {
  AppBarEnd,
  Badge,
  Button,
  EmptyState,
  IconButton,
  Line,
  Lines,
  PageHead,
  Pager,
  PartTabs,
  Person,
  Rail,
  RailGroup,
  railEntry,
  ResizeEdge,
  SaveBar,
  Section,
  SidebarEntry,
  SidebarGroup,
  Table,
  TabBar,
  TabHead,
  TabMiddle,
  TabPage,
} from '@renderer/ui'
import { useState } from 'react'
import styles from './inspire.module.css'
import { Sample } from './Sample'
import type { SampleProps } from './types'

const nothing = (): void => undefined
const parts = ['users', 'tokens', 'roles'] as const

/** Parts of pages and tabs. */
export function PageSamples({ scheme }: SampleProps) {
  const { t } = useTranslation()
  const [part, setPart] = useState<(typeof parts)[number]>('users')
  const [isGroupOpen, setGroupOpen] = useState(true)
  const [width, setWidth] = useState(160)
  const panelId = `inspire-part-${scheme}`
  return (
    <>
      {/* Once: the bar has one place for it. */}
      {scheme === 'light' && (
        <AppBarEnd.Fill>
          <Badge kind="outlined">{t('inspire.inBar')}</Badge>
        </AppBarEnd.Fill>
      )}
      <Sample title={t('inspire.heads')} stacked>
        <PageHead title={t('inspire.team')} text={t('inspire.teamText')}>
          <Button kind="main" icon="plus" onClick={nothing}>
            {t('inspire.invite')}
          </Button>
        </PageHead>
        <PartTabs
          label={t('inspire.team')}
          value={part}
          parts={parts.map((value) => ({
            value,
            label: t(`inspire.parts.${value}`),
            ...(value === 'users' && { badge: <Badge>2</Badge> }),
          }))}
          onChange={setPart}
          panelId={panelId}
        />
        <div id={panelId} role="tabpanel" aria-label={t(`inspire.parts.${part}`)}>
          <Table label={t(`inspire.parts.${part}`)} framed>
            <tbody>
              {[t('inspire.person.mina'), t('inspire.person.ada')].map((email) => (
                <tr key={email}>
                  <td>
                    <Person email={email} />
                  </td>
                  <td data-cell="actions">
                    <IconButton icon="more" label={t('inspire.more', { email })} onClick={nothing} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Pager
            text={t('inspire.pages')}
            back={{ label: t('inspire.back'), go: undefined }}
            onward={{ label: t('inspire.onward'), go: nothing }}
          />
        </div>
      </Sample>
      <Sample title={t('inspire.sections')} stacked>
        <Section title={t('inspire.sessions')} text={t('inspire.sessionsText')}>
          <Lines label={t('inspire.sessions')}>
            <Line
              icon="desktop"
              good
              title={t('inspire.thisDevice')}
              badges={<Badge kind="success">{t('inspire.you')}</Badge>}
            />
            <Line icon="phone" title={t('inspire.phone')} text={t('inspire.phoneText')}>
              <Button onClick={nothing}>{t('inspire.end')}</Button>
            </Line>
          </Lines>
        </Section>
        <SaveBar
          title={t('inspire.unsaved')}
          words={[t('inspire.unsavedText')]}
          discard={t('inspire.discard')}
          save={t('inspire.save')}
          isSaving={false}
          onDiscard={nothing}
          onSave={nothing}
        />
      </Sample>
      <Sample title={t('inspire.sides')} stacked>
        <div className={styles.panel} style={{ width }}>
          <Rail label={t('inspire.settings')}>
            <RailGroup title={t('inspire.settings')}>
              <li>
                <button type="button" className={railEntry} onClick={nothing}>
                  {t('inspire.profile')}
                </button>
              </li>
            </RailGroup>
          </Rail>
          <ResizeEdge
            label={t('inspire.width')}
            className={styles.edge}
            grows="end"
            size={width}
            min={120}
            max={320}
            onDrag={(size) => size !== undefined && setWidth(Math.min(320, Math.max(120, size)))}
            onResize={(size) => setWidth(Math.min(320, Math.max(120, size)))}
          />
        </div>
        <SidebarGroup
          name={t('inspire.manage')}
          isOpen={isGroupOpen}
          isActive
          onToggle={() => setGroupOpen(!isGroupOpen)}
        >
          <SidebarEntry icon="audit" name={t('inspire.audit')} isActive onOpen={nothing}>
            12
          </SidebarEntry>
          <SidebarEntry icon="trash" name={t('inspire.trash')} isActive={false} onOpen={nothing} />
        </SidebarGroup>
      </Sample>
      <Sample title={t('inspire.tabs')} stacked>
        <div className={styles.tab}>
          <TabPage label={t('inspire.trash')}>
            <TabBar end={<Button onClick={nothing}>{t('inspire.emptyTrash')}</Button>}>
              <span>{t('inspire.trash')}</span>
            </TabBar>
            <TabHead>
              <PageHead title={t('inspire.trash')} text={t('inspire.trashText')} />
            </TabHead>
            <TabMiddle>
              <EmptyState headingLevel={3} title={t('inspire.trashEmpty')} />
            </TabMiddle>
          </TabPage>
        </div>
      </Sample>
    </>
  )
}
