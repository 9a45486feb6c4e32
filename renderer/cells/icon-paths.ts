import { __iconNode as alignLeft } from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import { __iconNode as arrowDown } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { __iconNode as arrowUp } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { __iconNode as arrowsDiagonal } from '@tabler/icons-react/dist/esm/icons/IconArrowsDiagonal.mjs'
import { __iconNode as barcode } from '@tabler/icons-react/dist/esm/icons/IconBarcode.mjs'
import { __iconNode as braces } from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs'
import { __iconNode as calendar } from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { __iconNode as calendarTime } from '@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs'
import { __iconNode as check } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { __iconNode as chevronDown } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { __iconNode as chevronRight } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { __iconNode as circleChevronDown } from '@tabler/icons-react/dist/esm/icons/IconCircleChevronDown.mjs'
import { __iconNode as clock } from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import { __iconNode as cube } from '@tabler/icons-react/dist/esm/icons/IconCube.mjs'
import { __iconNode as currencyDollar } from '@tabler/icons-react/dist/esm/icons/IconCurrencyDollar.mjs'
import { __iconNode as decimal } from '@tabler/icons-react/dist/esm/icons/IconDecimal.mjs'
import { __iconNode as eye } from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { __iconNode as file } from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import { __iconNode as flagFilled } from '@tabler/icons-react/dist/esm/icons/IconFlagFilled.mjs'
import { __iconNode as handClick } from '@tabler/icons-react/dist/esm/icons/IconHandClick.mjs'
import { __iconNode as hash } from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import { __iconNode as heartFilled } from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs'
import { __iconNode as hourglass } from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs'
import { __iconNode as key } from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { __iconNode as link } from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { __iconNode as listCheck } from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import { __iconNode as listSearch } from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import { __iconNode as mail } from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { __iconNode as mathFunction } from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs'
import { __iconNode as message } from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import { __iconNode as minus } from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { __iconNode as paperclip } from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import { __iconNode as percentage } from '@tabler/icons-react/dist/esm/icons/IconPercentage.mjs'
import { __iconNode as phone } from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import { __iconNode as plus } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { __iconNode as polygon } from '@tabler/icons-react/dist/esm/icons/IconPolygon.mjs'
import { __iconNode as squareCheck } from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs'
import { __iconNode as star } from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import { __iconNode as starFilled } from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { __iconNode as sum } from '@tabler/icons-react/dist/esm/icons/IconSum.mjs'
import { __iconNode as table } from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { __iconNode as tallymarks } from '@tabler/icons-react/dist/esm/icons/IconTallymarks.mjs'
import { __iconNode as thumbUpFilled } from '@tabler/icons-react/dist/esm/icons/IconThumbUpFilled.mjs'
import { __iconNode as letterCase } from '@tabler/icons-react/dist/esm/icons/IconLetterCase.mjs'
import { __iconNode as user } from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { __iconNode as world } from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'

/** Path data in a 24 × 24 box, for painted icons: cells and headers of the grid, files of the diagram. */
const pathOf = (node: typeof plus): string => node.map(([, { d }]) => d ?? '').join('')

/** Icons of the library as path data, by their file names. */
export const iconPaths = {
  alignLeft: pathOf(alignLeft),
  arrowDown: pathOf(arrowDown),
  arrowUp: pathOf(arrowUp),
  arrowsDiagonal: pathOf(arrowsDiagonal),
  barcode: pathOf(barcode),
  braces: pathOf(braces),
  calendar: pathOf(calendar),
  calendarTime: pathOf(calendarTime),
  check: pathOf(check),
  chevronDown: pathOf(chevronDown),
  chevronRight: pathOf(chevronRight),
  circleChevronDown: pathOf(circleChevronDown),
  clock: pathOf(clock),
  cube: pathOf(cube),
  currencyDollar: pathOf(currencyDollar),
  decimal: pathOf(decimal),
  eye: pathOf(eye),
  file: pathOf(file),
  flagFilled: pathOf(flagFilled),
  handClick: pathOf(handClick),
  hash: pathOf(hash),
  heartFilled: pathOf(heartFilled),
  hourglass: pathOf(hourglass),
  key: pathOf(key),
  link: pathOf(link),
  listCheck: pathOf(listCheck),
  listSearch: pathOf(listSearch),
  mail: pathOf(mail),
  mathFunction: pathOf(mathFunction),
  message: pathOf(message),
  minus: pathOf(minus),
  paperclip: pathOf(paperclip),
  percentage: pathOf(percentage),
  phone: pathOf(phone),
  plus: pathOf(plus),
  polygon: pathOf(polygon),
  squareCheck: pathOf(squareCheck),
  star: pathOf(star),
  starFilled: pathOf(starFilled),
  sum: pathOf(sum),
  table: pathOf(table),
  tallymarks: pathOf(tallymarks),
  thumbUpFilled: pathOf(thumbUpFilled),
  letterCase: pathOf(letterCase),
  user: pathOf(user),
  world: pathOf(world),
} as const
