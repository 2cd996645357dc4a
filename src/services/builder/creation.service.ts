import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { type Access, patient } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'

/** 3 retries: `core-platform.md` section 7. */
const patience = { ...patient, retries: 3 }

type NewConnector = { readonly name: string; readonly details: string; readonly config: ConnectorConfig }

/** Makes a draft. Resolves with its id. */
export async function createConnector(
  access: Access,
  { name, details, config }: NewConnector,
  signal: AbortSignal,
): Promise<string> {
  const body = { connector: { name, integrationName: name, details }, config }
  const { connector } = await create(connectorEndpoints.create, { access, body, signal, patience })
  return connector._id
}

const keyOf = (owner: string) => `creation:${owner}`

/** What this tab kept of a connector that is not made yet, whatever it is; null when there is nothing. */
export function readCreation(owner: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keepCreation(owner: string, written: object | null): void {
  try {
    if (written === null) sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}
