import { namedSource } from '../../read/key-fields.ts'
import type { Kind } from '../kind.ts'
import { checkAzureDestination, checkAzureSource } from './checking.ts'
import { openAzureDestination } from './destination.ts'
import { probeAzureDestination } from './probing.ts'
import { readsOfAzure } from './reads.ts'
import { openAzureSource } from './source.ts'

/** Blobs of Azure Blob Storage: JSON, NDJSON and CSV. */
export const azureKind: Kind = {
  reads: readsOfAzure,
  checkSource: checkAzureSource,
  checkDestination: checkAzureDestination,
  openSource: async (config, tools) => namedSource(await openAzureSource(config, tools), config),
  openDestination: openAzureDestination,
  probeDestination: probeAzureDestination,
}
