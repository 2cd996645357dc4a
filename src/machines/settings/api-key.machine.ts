import { isKeyComplete } from './api-key-entry.ts'
import { createSecretEntryMachine } from './secret-entry.ts'

/** One API key. */
export const apiKeyMachine = createSecretEntryMachine({ id: 'api-key', isComplete: isKeyComplete })
