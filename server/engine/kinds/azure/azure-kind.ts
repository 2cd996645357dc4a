import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { namedSource } from '../../kit/key-fields.ts'
import type { DestinationProbe, Kind, Tools, WhatIsRead } from '../../kit/kind.ts'
import { checkAzureDestination, checkAzureSource } from './checking.ts'
import { openContainer } from './container.ts'
import { openAzureDestination } from './destination.ts'
import { failedOutcome } from './faults.ts'
import { openAzureSource } from './source.ts'

/** Tries a container out: its properties are asked for, and nothing is written. */
const sent = 'We read the container properties. Nothing was written.'

async function probeAzureDestination(
  { azureConfig, auth }: DestinationConfig,
  tools: Tools,
  signal: AbortSignal,
): Promise<DestinationProbe> {
  if (!azureConfig) throw new TypeError('azureConfig was not checked')
  const container = await openContainer(azureConfig, auth, tools)
  try {
    await container.ask((client) => client.getProperties(), { signal })
  } catch (thrown) {
    const outcome = failedOutcome(thrown, container.masked)
    if (!('problem' in outcome)) throw thrown
    const { problem } = outcome
    // A signature may allow to write and not to look.
    const mayYetWrite = auth?.type === 'sasToken' && problem.answer?.status === 403
    const more = mayYetWrite ? ' Write-only signatures get the same response.' : ''
    return { verdict: mayYetWrite ? 'doubtful' : 'fails', message: `${sent} ${problem.message}${more}`, problem }
  }
  const message = `${sent} The container exists and the account can access it. We can't confirm that it can write until you deliver records.`
  return { verdict: 'works', message, problem: null }
}

/** The container and what the names of its blobs begin with. */
const readsOfAzure = ({ azureConfig }: SourceConfig): WhatIsRead => ({
  system: azureConfig?.endpoint ?? '',
  what: `${azureConfig?.container ?? ''}/${azureConfig?.prefix ?? ''}`,
  cursor: null,
})

/** Blobs of Azure Blob Storage: JSON, NDJSON and CSV. */
export const azureKind: Kind = {
  reads: readsOfAzure,
  checkSource: checkAzureSource,
  checkDestination: checkAzureDestination,
  openSource: async (config, tools) => namedSource(await openAzureSource(config, tools), config),
  openDestination: openAzureDestination,
  probeDestination: probeAzureDestination,
}
