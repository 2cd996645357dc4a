/** Joins the chart of a document to the browser's files, to the server that fetches and to the readers of JSON and YAML. */
import { type DocumentText, openApiMachine } from '../machines/open-api/open-api.machine.ts'
import { readOpenApi } from '../machines/side/openapi.ts'
import { openFile, parseText } from '../services/document.service.ts'
import type { Access } from '../services/http.ts'
import { fetchDocument } from '../services/probe.service.ts'
import { port } from './port.ts'

export const liveOpenApiMachine = (access: Access) =>
  openApiMachine.provide({
    actors: {
      openFile: port(({ file }) => openFile(file)),
      fetchDocument: port<DocumentText, { readonly address: string }>(async ({ address }, signal) => ({
        text: await fetchDocument(access, address, signal),
        base: address,
      })),
      readDocument: port(({ text }) => readOpenApi(text, parseText)),
    },
  })
