/** Joins the tab Login History to its calls. */
import { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import { tableFileMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { saveText } from '../kit/text-file.service.ts'
import { checkSignIns, disownSignIn, readSignInFile, readSignIns, type Whose } from './login-history.service.ts'

/** Milliseconds: the whole chain is walked for it. */
const checkPause = 600_000

export const signInListMachine = (access: Access, whose: Whose) =>
  listOf((query, signal) => readSignIns(access, whose, query, signal))

export const signInFileMachine = (access: Access, whose: Whose) =>
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
