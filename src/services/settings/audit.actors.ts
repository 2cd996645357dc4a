/** Joins the tab Audit Log to its calls. */
import { type AuditRecord, auditEndpoints } from '#contract/kit/audit.ts'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Query } from '../../machines/kit/list.machine.ts'
import { tableFileMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { saveText } from '../kit/text-file.service.ts'
import { call } from './settings-call.ts'

/** Milliseconds: the whole chain is walked for it. */
const checkPause = 600_000
/** Milliseconds between two readings of the list: what was changed an instant ago is seen by a refresh. */
const listPause = 15_000

/** What is left out is not asked for. */
const withoutEmptyFilters = (query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== '')) as QueryOf<
    typeof auditEndpoints.list
  >

async function readAudit(access: Access, query: Query, signal: AbortSignal) {
  const { data, total } = await call(auditEndpoints.list, { access, query: withoutEmptyFilters(query), signal })
  return { items: data satisfies readonly AuditRecord[], total }
}

export const auditListMachine = (access: Access) =>
  listOf((query, signal) => readAudit(access, query, signal)).provide({ delays: { refreshPause: listPause } })

export const auditFileMachine = (access: Access) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async (query, signal): Promise<string> => {
        const { name } = auditEndpoints.export.file
        saveText(
          name,
          await call(auditEndpoints.export, { access, query: withoutEmptyFilters(query), signal }),
          'text/csv;charset=utf-8',
        )
        return name
      }),
    },
  })

/** Whether the record of the company is whole, as a list of one. */
export const auditCheckMachine = (access: Access) =>
  listOf(
    async (_, signal): Promise<{ items: readonly ChainCheck[]; total: number }> => ({
      items: [await call(auditEndpoints.check, { access, signal })],
      total: 1,
    }),
  ).provide({ delays: { refreshPause: checkPause } })

/** People who may be chosen from, by their id. */
export const auditPeopleMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { data } = await call(auditEndpoints.people, { access, signal })
    return { items: data, total: data.length }
  })
