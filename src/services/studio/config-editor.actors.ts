/** Joins the chart of a configuration's text to its calls and to what the tab keeps of it. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { deployRequestLimit } from '#contract/connectors/details/connector.ts'
import { comparisonMachine } from '../../machines/studio/config-editor/comparison.machine.ts'
import { lateCheck, latePublication } from '../../machines/studio/config-editor/config-editor.changes.ts'
import type { SavedConfig } from '../../machines/studio/config-editor/config-editor.context.ts'
import { configEditorMachine } from '../../machines/studio/config-editor/config-editor.machine.ts'
import { textOf } from '../../machines/studio/config-editor/config-text.ts'
import { openedWith, unsavedTextOf } from '../../machines/studio/config-editor/unsaved-text.ts'
import { liveDeploymentMachine } from '../connectors/deployments/deployment.actors.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import {
  checkConfig,
  compareConfig,
  forgetText,
  keepText,
  listVersions,
  publishConfig,
  readConfig,
  readStoredText,
  readVersionConfig,
} from './config-editor.service.ts'

/** What is done beside the page. */
type Beside = { readonly sound: () => void; readonly published: () => void; readonly copy: (text: string) => void }

/** `owner`: what one person typed is never published in the name of the next one at this tab. */
export const liveConfigEditorMachine = (access: Access, owner: string, beside: Beside) =>
  configEditorMachine.provide({
    actors: {
      openConfig: actorFrom(
        async (it, signal) => {
          const { details, live } = await readConfig(access, it, signal)
          const { revision, status, liveVersion, config } = details
          const saved: SavedConfig = {
            revision,
            text: textOf(config),
            live: live === null || liveVersion === null ? null : { number: liveVersion, text: textOf(live) },
            isDeploying: status === 'Deploying',
          }
          return openedWith(saved, readStoredText({ owner, ...it }))
        },
        { limit: 15_000 },
      ),
      checkConfig: actorFrom((it, signal) => checkConfig(access, it, signal), { limit: 15_000, late: lateCheck }),
      publishConfig: actorFrom((it, signal) => publishConfig(access, it, signal), {
        limit: deployRequestLimit,
        late: latePublication,
      }),
      comparison: comparisonMachine.provide({
        actors: { compareConfig: actorFrom((it, signal) => compareConfig(access, it, signal)) },
      }),
      deployment: liveDeploymentMachine(access),
    },
    actions: {
      keepInTab: ({ context: { connectorId, text, revision, origin } }) => {
        keepText({ owner, connectorId }, unsavedTextOf(text, revision, origin?.from === 'tab' ? origin.leftOut : 0))
      },
      forgetInTab: ({ context: { connectorId } }) => forgetText({ owner, connectorId }),
      tellSound: beside.sound,
      tellPublished: beside.published,
      copyText: ({ context }) => beside.copy(context.text),
    },
  })

/** One page of the versions; `query.connectorId`, `page` and `limit`. */
export const versionsMachine = (access: Access) =>
  listOf((query, signal) =>
    listVersions(
      access,
      { connectorId: String(query['connectorId']), page: Number(query['page']), limit: Number(query['limit']) },
      signal,
    ),
  ).provide({ delays: { refreshPause: 15_000 } })

/** A list of one: the text of a version; `query.connectorId` and `number`. A version never changes. */
export const versionTextMachine = (access: Access) => {
  const read = new Map<string, ConnectorConfig>()
  return listOf(async (query, signal) => {
    const [connectorId, number] = [String(query['connectorId']), Number(query['number'])]
    const name = `${connectorId} ${number}`
    const config = read.get(name) ?? (await readVersionConfig(access, connectorId, number, signal))
    read.set(name, config)
    return { items: [{ text: textOf(config) }], total: 1 }
  }).provide({ delays: { refreshPause: 3_600_000 } })
}
