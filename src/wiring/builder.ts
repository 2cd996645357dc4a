/** Joins the chart of a draft to its calls and to what the tab keeps of it. */
import type { ConnectorDetails } from '../../contract/connector.ts'
import { builderMachine, type Opened } from '../machines/builder/builder.machine.ts'
import type { Draft } from '../machines/builder/draft.ts'
import { readDraft, saveDraft } from '../services/builder.service.ts'
import type { Access } from '../services/http.ts'
import { port } from './port.ts'

export const liveBuilderMachine = (access: Access) =>
  builderMachine.provide({
    actors: {
      openDraft: port(async (input, signal): Promise<Opened> => {
        const { details, shapes } = await readDraft(access, input, signal)
        return { draft: draftOf(details, shapes), isAhead: false }
      }),
      saveDraft: port(async ({ draft }, signal) => {
        const { connector, config } = await saveDraft(access, draft, signal)
        return draftOf({ connector, config }, draft.shapes)
      }),
    },
  })

const draftOf = ({ connector, config }: Pick<ConnectorDetails, 'connector' | 'config'>, shapes: Draft['shapes']): Draft => ({
  connectorId: connector._id,
  revision: connector.revision,
  status: connector.status,
  liveVersion: connector.liveVersion,
  profile: {
    name: connector.name,
    integrationName: connector.integrationName,
    details: connector.details,
    connectorType: connector.connectorType,
  },
  config,
  shapes,
})
