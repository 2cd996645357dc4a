// @vitest-environment happy-dom
/** A file that is being written is not ended by what somebody looks at meanwhile. */

import type { ServerResponse } from 'node:http'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { User } from '#contract/auth/auth.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { AccessContext } from '#src/views/kit/actors/use-access.ts'
import { InvestigatorTab } from '#src/views/studio/investigator/InvestigatorTab.tsx'
import { makeRoom } from '../../model/connectors/list/overviews.ts'
import { foundOf } from '../../model/studio/investigator/investigations.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

declare const happyDOM: { readonly setURL: (url: string) => void }

let server: ScriptServer
beforeAll(makeRoom)
afterEach(async () => {
  cleanup()
  await server.close()
})

it('is written on while another page, order and status are looked at', async () => {
  server = await startScriptServer()
  const { origin } = location
  vi.unstubAllGlobals()
  // The address of the page is one of the server, and moves.
  happyDOM.setURL(`${origin}/details/7/studio?tab=investigator`)
  const files: ServerResponse[] = []
  let isEnded = false
  server.answers((reply, asked) => {
    const { pathname, searchParams } = new URL(asked.path, origin)
    if (pathname.endsWith('/export')) {
      files.push(reply)
      reply.on('close', () => {
        isEnded = true
      })
      reply.writeHead(200, { 'content-type': 'application/x-ndjson' })
      reply.write('{"transactionId":"t"}\n')
      return
    }
    const { readAt: _, ...found } = foundOf([1, 2], { total: 42, totalPages: 5, page: Number(searchParams.get('page')) })
    json(found)(reply, asked)
  })
  const user = userEvent.setup()
  const details = { _id: '7', name: 'Orders' } as ConnectorDetails
  const access = { bearer: () => 'token', renew: async () => {} }
  render(
    <AccessContext value={access}>
      <InvestigatorTab user={{ _id: 'ada' } as User} details={details} range={{ past: 86_400_000 }} />
    </AccessContext>,
  )
  await user.click(await screen.findByRole('button', { name: 'Export NDJSON' }))
  await expect.poll(() => files.length).toBe(1)
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await expect.poll(() => new URLSearchParams(location.search).get('page')).toBe('2')
  await user.click(await screen.findByRole('button', { name: 'Read' }))
  await user.click(screen.getByRole('button', { name: 'Failed' }))
  await expect.poll(() => server.asked.some(({ path }) => path.includes('order=oldest&status=failure'))).toBe(true)
  screen.getByRole('button', { name: 'Cancel the export' })
  screen.getByText(/^Writing the file…/)
  expect(isEnded).toBe(false)
  files[0]?.end()
  await screen.findByText(/^Orders-transactions.ndjson .* downloaded\.$/)
  expect(files).toHaveLength(1)
})
