/** Joins the chart of a document to the browser's files, to the server that fetches and to the readers of JSON and YAML. */
import { type DocumentText, openApiMachine } from '../../machines/builder/systems/open-api.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { openFile, parseText } from '../kit/document.service.ts'
import { loadPart } from '../kit/page.ts'
import { fetchDocument } from './probe.service.ts'

export const liveOpenApiMachine = (access: Access) =>
  openApiMachine.provide({
    actors: {
      openFile: actorFrom(({ file }) => openFile(file), { late: 'take-away/unreadable' }),
      fetchDocument: actorFrom<DocumentText, { readonly address: string }>(
        async ({ address }, signal) => ({
          text: await fetchDocument(access, address, signal),
          base: address,
        }),
        { limit: 30_000 },
      ),
      readDocument: actorFrom(async ({ text }) => {
        const { readOpenApi } = await loadPart(() => import('../../machines/builder/systems/openapi.ts'))
        return readOpenApi(text, parseText)
      }),
    },
  })
