import type { SidebarSnapshot } from './sidebar.machine.ts'

export const selectIsSlim = (snapshot: SidebarSnapshot) => snapshot.matches('slim')
export const selectIsOpen = (snapshot: SidebarSnapshot) => snapshot.matches({ slim: 'open' })
export const selectIsExpanded = (snapshot: SidebarSnapshot) => snapshot.matches({ wide: 'expanded' })
