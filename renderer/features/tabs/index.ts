export { keepTabs, keptTabs } from './kept-tabs'
export { queryOfTab, tabOfQuery } from './tab-route'
export { TabStrip, tabPanelId } from './TabStrip'
export { activeTab, tabKey, tabs, useTabs, type Tab, type TabType } from './tabs-store'
