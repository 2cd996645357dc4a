/** What is written to a person whom a problem was assigned to. Names are anybody's words: they stand in one line and become no links. */
import { linkless, type Mail, mail } from '#server/platform/mail/mails.ts'

/** Characters of a name that is shown. */
const nameMax = 100
const nameIn = (name: string) => linkless(name).slice(0, nameMax)

/** The console shows the problems of the past day where no time is named. */
const before = 86_400_000

type Assignment = {
  readonly connectorId: string
  readonly connectorName: string
  readonly causeId: string
  /** Who assigned it. */
  readonly by: string
  /** When the newest record that was seen was lost. */
  readonly lostAt: Date
}

export function causeAssigned({ connectorId, connectorName, causeId, by, lostAt }: Assignment, publicUrl: string): Mail {
  const from = new Date(lostAt.getTime() - before).toISOString()
  return mail(
    `A problem in "${nameIn(connectorName)}" was assigned to you`,
    `${nameIn(by)} assigned you a problem in the connector "${nameIn(connectorName)}". See what failed and why:`,
    `${publicUrl}/details/${connectorId}?${new URLSearchParams({ tab: 'problems', problem: causeId, from })}`,
    'You receive this email because of your notification settings.',
  )
}
