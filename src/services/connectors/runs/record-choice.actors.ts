/** Saves in the tab which records of a problem are selected, so that a reload does not lose them. */
import { recordChoiceMachine } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { keepInTab, readTabChanges } from '../../kit/tab-changes.service.ts'

/** The machine of a selection, and what was selected before in this tab. */
export function savedRecordChoice(connectorId: string, causeId: string) {
  const name = `choice:${connectorId}:${causeId}`
  const saved = readTabChanges(name)?.['chosen']
  const chosen = Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
  const machine = recordChoiceMachine.provide({
    actions: { saveChosen: (_, { chosen: current }) => keepInTab(name, current.length === 0 ? {} : { chosen: current }) },
  })
  return { machine, input: { chosen } }
}
