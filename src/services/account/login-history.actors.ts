/** Joins the tab Login History to its calls. */

import { loginHistoryTexts } from '#contract/account/security-texts.ts'
import { type LoginRecord, loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import { securityEndpoints } from '#contract/auth/security.ts'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { tableFileMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { saveText } from '../kit/text-file.service.ts'
import { failedAs } from '../kit/with-title.ts'

/** Milliseconds: the whole chain is walked for it. */
const checkPause = 600_000

export const signInListMachine = (access: Access, whose: HistoryOwner) =>
  listOf((query, signal) => readSignIns(access, whose, query, signal))

export const signInFileMachine = (access: Access, whose: HistoryOwner) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async (query, signal): Promise<string> => {
        const { name } = (whose.kind === 'user' ? loginAuditEndpoints.exportOfUser : loginAuditEndpoints.exportOfCompany).file
        saveText(name, await readSignInFile(access, whose, query, signal), 'text/csv;charset=utf-8')
        return name
      }),
    },
  })

/** Whether the record of the company is whole, as a list of one. */
export const signInCheckMachine = (access: Access, companyId: string) =>
  listOf(async (_, signal) => ({ items: [await checkSignIns(access, companyId, signal)], total: 1 })).provide({
    delays: { refreshPause: checkPause },
  })

export const disownMachine = (access: Access, userId: string, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => disownSignIn(access, userId, id, signal), announce })

/** Who tried to sign in: the own sign-ins, and for administrators those of the company. */

/** Whose sign-ins: of one person, or of a company; '' where there is none. */
type HistoryOwner = { readonly kind: 'user' | 'company'; readonly id: string }
type Query = Readonly<Record<string, string | number | undefined>>
type Listed = { readonly items: readonly LoginRecord[]; readonly total: number }

/** What is left out is not asked for. */
const queryOf = (query: Query) => {
  const { success, ...rest } = Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
  )
  const isSuccess = success === undefined ? {} : { success: success === 'true' }
  return { ...rest, ...isSuccess } as QueryOf<typeof loginAuditEndpoints.exportOfUser>
}

const failure = ({ kind }: HistoryOwner) => (kind === 'user' ? loginHistoryTexts.loadFailed : loginHistoryTexts.companyLoadFailed)

/** One page, newest first; without a company an empty one, without a call. */
async function readSignIns(access: Access, whose: HistoryOwner, query: Query, signal: AbortSignal): Promise<Listed> {
  if (whose.id === '') return { items: [], total: 0 }
  const asked = {
    ...{ ...queryOf(query), limit: loginHistoryTexts.pageSize },
    ...{ sortBy: 'loginTimestamp', sortOrder: 'desc' },
  } as QueryOf<typeof loginAuditEndpoints.ofUser>
  const reading =
    whose.kind === 'user'
      ? call(loginAuditEndpoints.ofUser, { access, params: { userId: whose.id }, query: asked, signal })
      : call(loginAuditEndpoints.ofCompany, { access, params: { companyId: whose.id }, query: asked, signal })
  const { data: items, total } = await failedAs(failure(whose), failure(whose), reading)
  return { items, total }
}

/** All of it as CSV. */
function readSignInFile(access: Access, whose: HistoryOwner, query: Query, signal: AbortSignal): Promise<string> {
  const asked = queryOf(query)
  return whose.kind === 'user'
    ? call(loginAuditEndpoints.exportOfUser, { access, params: { userId: whose.id }, query: asked, signal })
    : call(loginAuditEndpoints.exportOfCompany, { access, params: { companyId: whose.id }, query: asked, signal })
}

const checkSignIns = (access: Access, companyId: string, signal: AbortSignal): Promise<ChainCheck> =>
  call(loginAuditEndpoints.check, { access, params: { companyId }, signal })

/** Reports a sign-in as not the own one. @returns how many other sessions have ended. */
const disownSignIn = async (access: Access, userId: string, recordId: string, signal: AbortSignal): Promise<number> =>
  (await call(securityEndpoints.disownSignIn, { access, params: { userId, recordId }, signal })).ended
