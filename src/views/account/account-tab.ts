/** What every tab of the page Account is given. */
import type { User } from '#contract/auth/auth.ts'
export type AccountTabProps = {
  readonly user: User
  /** The heading, as the specification words it. */
  readonly title: string
}
