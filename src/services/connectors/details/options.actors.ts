/** Joins the options of a connector to their call. They hold at once, without a deployment. */
import { type Connector, connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { isBudget, optionsOf } from '../../../machines/connectors/details/connector-options.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { entryDialogOf } from '../../kit/entry-dialog.actors.ts'

export const optionsMachine = (access: Access, id: string, saved: (connector: Connector) => void) =>
  entryDialogOf({
    save: async (entry, signal) => {
      const body = { connector: optionsOf(entry) }
      saved((await call(connectorEndpoints.update, { access, params: { id }, body, signal })).connector)
    },
    isValid: ({ budget = '' }) => isBudget(budget),
    announce: () => {},
  })
