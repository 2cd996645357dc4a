/** What every tab of the page System Settings is given. */
import type { User } from '#contract/auth/auth.ts'
export type SettingsTabProps = {
  readonly user: User
  /** The heading, as the specification words it. */
  readonly title: string
}
