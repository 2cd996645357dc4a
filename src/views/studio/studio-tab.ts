/** What every tab of the studio is given. */
import type { User } from '../../../contract/auth.ts'
import type { ConnectorDetails } from '../../../contract/connector.ts'
import type { ConnectorReading } from '../../../contract/reading.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import type { Access } from '../../services/http.ts'

export type StudioTabProps = {
  readonly access: Access
  readonly user: User
  /** As the server said when the studio was opened. */
  readonly details: ConnectorDetails
  /** The time that the studio looks at; it stands in the address. */
  readonly range: StudioRange
}

export type UniverseTabProps = StudioTabProps & {
  /** All figures of that time, of one instant; null until they were read. */
  readonly reading: ConnectorReading | null
}
