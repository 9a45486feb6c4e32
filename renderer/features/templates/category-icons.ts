import IconBarbell from '@tabler/icons-react/dist/esm/icons/IconBarbell.mjs'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconHeartHandshake from '@tabler/icons-react/dist/esm/icons/IconHeartHandshake.mjs'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import { createElement } from 'react'

type Drawing = typeof IconTemplate

/** Pictures by words of a category. Categories are free texts, so the first word that is found counts. */
const byWord: readonly (readonly [words: RegExp, drawing: Drawing])[] = [
  [/music|media|film|podcast/i, IconMusic],
  [/crm|sales|customer|client/i, IconUsers],
  [/market|content|social|news/i, IconSpeakerphone],
  [/shop|store|order|commerce|retail/i, IconShoppingCart],
  [/stock|inventory|asset|warehouse|operation|product/i, IconPackage],
  [/bug|software|engineer|development|issue|\bit\b/i, IconBug],
  [/goal|okr|strategy|plan/i, IconTarget],
  [/project|task|sprint|team/i, IconChecklist],
  [/hir|people|human|recruit|\bhr\b|job/i, IconBriefcase],
  [/event|wedding|calendar|travel/i, IconCalendar],
  [/finance|money|invoice|budget|account/i, IconWallet],
  [/education|school|class|study|teach/i, IconSchool],
  [/estate|property|building/i, IconBuilding],
  [/health|fitness|sport/i, IconBarbell],
  [/volunteer|community|charity|non-?profit/i, IconHeartHandshake],
  [/book|read|library/i, IconBook],
  [/personal|home|family|life/i, IconHome],
]

export interface CategoryIconProps {
  readonly category: string
  readonly size: number
}

/** The picture of a category. Screen readers skip it: the name is beside it. */
export function CategoryIcon({ category, size }: CategoryIconProps) {
  const drawing = byWord.find(([words]) => words.test(category))?.[1] ?? IconTemplate
  return createElement(drawing, { size, stroke: 2, 'aria-hidden': true, focusable: false })
}
