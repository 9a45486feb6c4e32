import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import IconAppWindow from '@tabler/icons-react/dist/esm/icons/IconAppWindow.mjs'
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconArrowsDiagonal from '@tabler/icons-react/dist/esm/icons/IconArrowsDiagonal.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconArrowsVertical from '@tabler/icons-react/dist/esm/icons/IconArrowsVertical.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconCircleChevronDown from '@tabler/icons-react/dist/esm/icons/IconCircleChevronDown.mjs'
import IconClipboard from '@tabler/icons-react/dist/esm/icons/IconClipboard.mjs'
import IconClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import IconCrown from '@tabler/icons-react/dist/esm/icons/IconCrown.mjs'
import IconTools from '@tabler/icons-react/dist/esm/icons/IconTools.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import IconCurrencyDollar from '@tabler/icons-react/dist/esm/icons/IconCurrencyDollar.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconDroplet from '@tabler/icons-react/dist/esm/icons/IconDroplet.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import IconFileZip from '@tabler/icons-react/dist/esm/icons/IconFileZip.mjs'
import IconFilter2 from '@tabler/icons-react/dist/esm/icons/IconFilter2.mjs'
import IconFoldDown from '@tabler/icons-react/dist/esm/icons/IconFoldDown.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconFreezeColumn from '@tabler/icons-react/dist/esm/icons/IconFreezeColumn.mjs'
import IconFunction from '@tabler/icons-react/dist/esm/icons/IconFunction.mjs'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import IconLayoutKanban from '@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs'
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs'
import IconLineHeight from '@tabler/icons-react/dist/esm/icons/IconLineHeight.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMasksTheater from '@tabler/icons-react/dist/esm/icons/IconMasksTheater.mjs'
import IconMathFunction from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPercentage from '@tabler/icons-react/dist/esm/icons/IconPercentage.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSchema from '@tabler/icons-react/dist/esm/icons/IconSchema.mjs'
import IconScissors from '@tabler/icons-react/dist/esm/icons/IconScissors.mjs'
import IconScript from '@tabler/icons-react/dist/esm/icons/IconScript.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs'
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconSum from '@tabler/icons-react/dist/esm/icons/IconSum.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import IconTerminal2 from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconLetterCase from '@tabler/icons-react/dist/esm/icons/IconLetterCase.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'

/**
 * Icons of the page, named by meaning: a name stays when its picture changes. Tables store some of these names
 * (`common/model/table-icons.ts`). Each icon is imported from its own file, so that development and tests don't load
 * the whole library.
 */
export const icons = {
  apps: IconApps,
  arrowDown: IconArrowDown,
  arrowUp: IconArrowUp,
  audit: IconChecklist,
  bell: IconBell,
  bolt: IconBolt,
  book: IconBook2,
  calendar: IconCalendar,
  chart: IconChartBar,
  chat: IconMessage,
  check: IconCheck,
  checkbox: IconSquareCheck,
  chevronDown: IconChevronDown,
  chevronLeft: IconChevronLeft,
  chevronRight: IconChevronRight,
  chevronUp: IconChevronUp,
  clock: IconClock,
  close: IconX,
  code: IconCode,
  colour: IconDroplet,
  copy: IconCopy,
  crown: IconCrown,
  currency: IconCurrencyDollar,
  cut: IconScissors,
  database: IconDatabase,
  desktop: IconDeviceDesktop,
  diagram: IconSchema,
  download: IconDownload,
  duplicate: IconCopyPlus,
  expand: IconArrowsDiagonal,
  eye: IconEye,
  eyeOff: IconEyeOff,
  file: IconFile,
  filter: IconFilter2,
  fold: IconFoldDown,
  folder: IconFolder,
  form: IconClipboardText,
  formula: IconMathFunction,
  freeze: IconFreezeColumn,
  function: IconFunction,
  gallery: IconLayoutGrid,
  gear: IconSettings,
  globe: IconWorld,
  grip: IconGripVertical,
  group: IconLayoutList,
  hash: IconHash,
  help: IconHelpCircle,
  history: IconHistory,
  info: IconInfoCircle,
  json: IconBraces,
  kanban: IconLayoutKanban,
  key: IconKey,
  layers: IconStack2,
  link: IconLink,
  lock: IconLock,
  longText: IconAlignLeft,
  lookup: IconListSearch,
  mail: IconMail,
  masks: IconMasksTheater,
  minus: IconMinus,
  moon: IconMoon,
  more: IconDots,
  multiSelect: IconListCheck,
  offline: IconWifiOff,
  palette: IconPalette,
  paperclip: IconPaperclip,
  paste: IconClipboard,
  pencil: IconPencil,
  percent: IconPercentage,
  phone: IconDeviceMobile,
  picture: IconPhoto,
  play: IconPlayerPlay,
  plug: IconPlug,
  plus: IconPlus,
  procedure: IconScript,
  redo: IconArrowForwardUp,
  reload: IconRefresh,
  rollup: IconSum,
  rowHeight: IconLineHeight,
  search: IconSearch,
  select: IconCircleChevronDown,
  send: IconSend,
  share: IconShare2,
  shield: IconShieldLock,
  signOut: IconLogout,
  singleText: IconLetterCase,
  sort: IconArrowsSort,
  star: IconStar,
  stop: IconPlayerStop,
  sun: IconSun,
  table: IconTable,
  template: IconTemplate,
  terminal: IconTerminal2,
  tools: IconTools,
  trash: IconTrash,
  undo: IconArrowBackUp,
  unfold: IconArrowsVertical,
  user: IconUser,
  users: IconUsers,
  warning: IconAlertTriangle,
  wifi: IconWifi,
  window: IconAppWindow,
  zip: IconFileZip,
} as const
