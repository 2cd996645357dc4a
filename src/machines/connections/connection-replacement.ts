/** What is chosen before a connection takes the place of another one in connectors, as text by field. */
import type { ConnectionUse } from '#contract/connections/connection.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

/** The ids of connectors stand in one field: `connectorIds`, with a space between them. */
export const chosenConnectors = (entry: Entry): string[] => (entry['connectorIds'] ?? '').split(' ').filter((it) => it !== '')

/** Every connector that the person may change, at most as many as one request takes. */
export const replacementEntry = (uses: readonly ConnectionUse[]): Entry => ({
  by: '',
  connectorIds: uses
    .filter(({ isSeen, inDraft }) => isSeen && inDraft)
    .slice(0, limits.replacedAtOnce)
    .map(({ connectorId }) => connectorId)
    .join(' '),
  deploys: '',
})

/** The field with one connector more or less. */
export function withConnector(entry: Entry, connectorId: string, isChosen: boolean): string {
  const others = chosenConnectors(entry).filter((it) => it !== connectorId)
  return (isChosen ? [...others, connectorId] : others).join(' ')
}

export const isReplacementComplete = (entry: Entry): boolean =>
  (entry['by'] ?? '') !== '' && chosenConnectors(entry).length > 0 && chosenConnectors(entry).length <= limits.replacedAtOnce
