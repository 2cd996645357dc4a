/** What every tab of the page Account is given. */
import type { User } from '#contract/auth/auth.ts'
import type { Access } from '../../services/kit/api-client.ts'

export type AccountTabProps = {
  readonly access: Access
  readonly user: User
  /** The heading, as the specification words it. */
  readonly title: string
}
