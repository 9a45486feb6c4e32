import { defaultEnvironment } from '@common/constants'
import { optionColors } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import {
  Avatar,
  Badge,
  Brand,
  BrandMark,
  Button,
  Chip,
  colorOf,
  Icon,
  IconTile,
  Kbd,
  keyNames,
  Keys,
  NumberBadge,
  Person,
  QrCode,
  Tooltip,
} from '@renderer/ui'
import { Sample } from './Sample'

const icons = ['table', 'gallery', 'kanban', 'calendar', 'form', 'filter', 'sort', 'group', 'star', 'gear'] as const
const [escape = ''] = keyNames('Escape')

/** Small words and marks. */
export function WordSamples() {
  const { t } = useTranslation()
  return (
    <>
      <Sample title={t('inspire.badges')}>
        <Badge>41</Badge>
        <Badge kind="outlined">{defaultEnvironment}</Badge>
        <Badge kind="success">{t('inspire.done')}</Badge>
        <Badge kind="warning">5 / 4</Badge>
        <Badge kind="error">{t('inspire.failed')}</Badge>
        <NumberBadge>3</NumberBadge>
        <Kbd>{escape}</Kbd>
        <Keys keys="Mod+K" />
      </Sample>
      <Sample title={t('inspire.optionColours')}>
        {optionColors.map((color) => (
          <Chip key={color} color={color}>
            {t(`colours.names.${color}`)}
          </Chip>
        ))}
      </Sample>
      <Sample title={t('inspire.people')}>
        <Avatar name={t('inspire.person.mina')} />
        <Avatar name={t('inspire.person.ada')} />
        <Avatar name={t('inspire.person.mina')} size="lg" />
        <Person
          email={t('inspire.person.mina')}
          name={t('inspire.person.name')}
          badges={<Badge>{t('inspire.you')}</Badge>}
        />
      </Sample>
      <Sample title={t('inspire.icons')}>
        {icons.map((name) => (
          <Icon key={name} name={name} />
        ))}
        {icons.slice(0, 5).map((name) => (
          <IconTile key={name} icon={name} color={colorOf(name)} />
        ))}
      </Sample>
      <Sample title={t('inspire.tooltip')}>
        <Tooltip label={t('inspire.rowHeight')} keys="H">
          <Button icon="rowHeight">{t('inspire.rowHeight')}</Button>
        </Tooltip>
      </Sample>
      <Sample title={t('inspire.brand')}>
        <Brand />
        <BrandMark size={24} />
        <QrCode text="https://basalt.example" label={t('inspire.qrCode')} />
      </Sample>
    </>
  )
}
