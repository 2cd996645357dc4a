/** Keeps in the tab which records of a problem are chosen, so that a reload does not lose them. */
import { recordChoiceMachine } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { keepInTab, readTabChanges } from '../../kit/tab-changes.service.ts'

/** The machine of a choice, and what was chosen before in this tab. */
export function keptRecordChoice(connectorId: string, causeId: string) {
  const name = `choice:${connectorId}:${causeId}`
  const kept = readTabChanges(name)?.['chosen']
  const chosen = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  const machine = recordChoiceMachine.provide({
    actions: { keepChosen: (_, { chosen: now }) => keepInTab(name, now.length === 0 ? {} : { chosen: now }) },
  })
  return { machine, input: { chosen } }
}
