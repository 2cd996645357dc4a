/** Dry runs without a server around them, and a destination that writes down every request. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { DryRunOrder } from '#server/engine/preview/dry-run.ts'
import { createProbing } from '#server/engine/preview/probing/probing.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { type Script, type SourceSim, startSource } from './source-sim.ts'
import { testVault } from './stage.ts'

/** What is typed is not saved, so the store is never asked. */
export async function dryRun(order: DryRunOrder, limit?: number): Promise<DryRun> {
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const means = { db: null as never, vault: testVault, outbound }
  try {
    const probing = createProbing(limit === undefined ? means : { ...means, limit })
    return await probing.dryRun(order, { companyId: 'c', userId: 'u', connectorId: null })
  } finally {
    await outbound.close()
  }
}

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Takes everything and writes it down. */
export async function startWriter(): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

export async function sourceOf(count: number, script?: Script): Promise<SourceSim> {
  const source = await startSource(count, script)
  onTestFinished(() => source.close())
  return source
}

export const line = (sourcePath: string, targetPath: string, more: Partial<MappingEdge> = {}): MappingEdge => ({
  id: targetPath,
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
  ...more,
})
