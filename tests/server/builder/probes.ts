/** Systems that are tried out, and the calls that try them. */
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type Asked, type Reply, startTokens, type TokenSim } from '../../engine/kit/token-sim.ts'
import type { TestServer, Who } from '../kit/test-server.ts'

/** The secret of every test: it stands in no answer, no log and no row. */
export const canary = 'canary-probe-8c1f9e'

export async function system(api: (asked: Asked, number: number) => Reply | null): Promise<TokenSim> {
  const token = (): Reply => ({ status: 200, body: { access_token: `${canary}-token`, token_type: 'Bearer', expires_in: 60 } })
  const sim = await startTokens({ token, api })
  onTestFinished(() => sim.close())
  return sim
}

/** Makes the calls of a house. */
export const proberOf =
  (server: TestServer) =>
  async <T = Problem>(call: string, body: unknown, as: Who = 'userA') => {
    const reply = await server.ask('POST', `/api-connectors/${call}`, { as, body })
    return { status: reply.statusCode, body: reply.body, result: reply.json<T>() }
  }

export const sourceAt = (url: string, more: Partial<SourceConfig> = {}): SourceConfig => ({
  type: 'http',
  url,
  requestMethod: 'GET',
  ...more,
})

/** Asked at the end: nothing of what was typed is kept or logged. */
export async function expectNothingKept(server: TestServer): Promise<void> {
  expect(server.logged.join('')).not.toContain('canary')
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.database.db)
  for (const { name } of tables.rows.filter((it) => it.name !== 'connector_secrets')) {
    const { rows } = await sql<{ all: string | null }>`select string_agg(t::text, ' ') as all from ${sql.table(name)} t`.execute(
      server.database.db,
    )
    expect(rows[0]?.all ?? '', name).not.toContain('canary')
  }
}
