export { keepTabs, savedTabs, type TabsOwner } from './saved-tabs'
export { queryOfTab, tabOfQuery } from './tab-route'
export { TabStrip, tabPanelId } from './TabStrip'
export { activeTab, tabKey, tabs, useTabs, type Tab } from './tabs-store'
export {
  placeGroups,
  objectTabKindOf,
  tabKindOf,
  tabKinds,
  tabOfKind,
  tabOfObject,
  type ObjectTabKind,
  type ObjectTabPageProps,
  type TabEntryProps,
  type TabKind,
  type TabPageProps,
} from './kinds'
