/** The groups of the menu, in their order, for each role. `core-platform.md` sections 2 and 6. */
import {
  BookOpen,
  CircleHelp,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mails,
  Plug,
  Search,
  Settings,
  ShieldUser,
  Store,
  UserRound,
  Workflow,
  Zap,
} from 'lucide-react'

import { everyRole, type Role } from '#contract/kit/endpoint.ts'
import type { MenuPath } from '../kit/menu.format.ts'
import { shellMessages } from './shell.messages.ts'

type Entry = {
  readonly path: MenuPath
  readonly icon: LucideIcon
  /** Other places that belong to it. */
  readonly also?: readonly string[]
}

export type Group = {
  /** None above the main group and the one at the foot. */
  readonly title?: string
  readonly roles: readonly Role[]
  /** At the foot of the menu. */
  readonly isFoot?: boolean
  readonly entries: readonly Entry[]
}

const operator: readonly Role[] = ['SUPER_ADMIN']

const groups: readonly Group[] = [
  {
    roles: everyRole,
    entries: [
      { path: '/dashboard', icon: LayoutDashboard, also: ['/details'] },
      { path: '/integration-setup', icon: Workflow, also: ['/start-integration', '/edit-integration'] },
      { path: '/integration-engine', icon: Zap, also: ['/runs'] },
      { path: '/connector-library', icon: BookOpen },
      { path: '/your-marketplace', icon: Store },
      { path: '/account', icon: UserRound },
      { path: '/connections', icon: Plug },
    ],
  },
  {
    title: shellMessages.groups.support,
    roles: operator,
    entries: [
      { path: '/faq', icon: CircleHelp },
      { path: '/help-center', icon: LifeBuoy },
      { path: '/system-settings', icon: Settings },
    ],
  },
  { title: shellMessages.groups.admin, roles: operator, entries: [{ path: '/admin', icon: ShieldUser }] },
  {
    title: shellMessages.groups.admin,
    roles: ['ADMIN'],
    entries: [
      { path: '/admin', icon: ShieldUser },
      { path: '/system-settings', icon: Settings },
    ],
  },
  {
    title: shellMessages.groups.operator,
    roles: operator,
    entries: [
      { path: '/inspector', icon: Search },
      { path: '/outbox', icon: Mails },
      { path: '/support-requests', icon: LifeBuoy },
    ],
  },
  {
    roles: ['ADMIN', 'USER'],
    isFoot: true,
    entries: [
      { path: '/help-center', icon: LifeBuoy },
      { path: '/faq', icon: CircleHelp },
    ],
  },
]

export const groupsFor = (role: Role) => groups.filter(({ roles }) => roles.includes(role))

/** Whether `pathname` is at an entry or below it. */
export const isAt = ({ path, also = [] }: Entry, pathname: string) =>
  (pathname === '/' && path === '/dashboard') ||
  [path, ...also].some((place) => pathname === place || pathname.startsWith(`${place}/`))
