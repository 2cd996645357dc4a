/** Joins the machines of the tab Security & MFA to their calls. */
import { mfaTexts } from '#contract/account/security-texts.ts'
import type { MfaMethod, Proofs } from '#contract/auth/mfa.ts'
import { type MfaAction, mfaSettingsMachine } from '../../machines/account/security/mfa-settings.machine.ts'
import { mfaWizardMachine } from '../../machines/account/security/mfa-wizard.machine.ts'
import { passwordChangeMachine } from '../../machines/account/security/password-change.machine.ts'
import { recoveryCodesMachine } from '../../machines/account/security/recovery-codes.machine.ts'
import { oneTimeCodeMachine } from '../../machines/kit/one-time-code.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { proofsOf } from '../kit/proofs.ts'
import { printLines, saveText } from '../kit/text-file.service.ts'
import {
  beginMfa,
  changePassword,
  disableMfa,
  disconnectIdentity,
  endOtherSessions,
  endSession,
  generateCodes,
  type Own,
  readIdentities,
  readMfaSettings,
  readPasswordFacts,
  readSessions,
  resendCode,
  verifyMfa,
  viewCodes,
} from './security.service.ts'

/** Says that something was done. */
export type Tell = (message: string) => void
type CodeMessages = { readonly title: string; readonly fileName: string; readonly notCopied: string }

const copy = (text: string, done: string, failed: string, tell: Tell) =>
  void copyText(text).then((isCopied) => tell(isCopied ? done : failed))

const codesMachine = (tell: Tell, messages: CodeMessages) =>
  recoveryCodesMachine.provide({
    actions: {
      copyCodes: (_, { codes }) => copy(linesOf(codes).join('\n'), mfaTexts.codesCopied, messages.notCopied, tell),
      saveCodes: (_, { codes }) => saveText(messages.fileName, `${[messages.title, '', ...linesOf(codes)].join('\n')}\n`),
      printCodes: (_, { codes }) => printLines(messages.title, linesOf(codes)),
    },
  })

/** Those that still work. */
const linesOf = (codes: readonly { readonly code: string; readonly usedAt: string | null }[]) =>
  codes.filter(({ usedAt }) => usedAt === null).map(({ code }) => code)

export function liveMfaSettingsMachine(own: Own, tell: Tell, messages: CodeMessages) {
  const showCodes = codesMachine(tell, messages)
  const acts: Readonly<Record<MfaAction, (proofs: Proofs, signal: AbortSignal) => Promise<unknown>>> = {
    view: (proofs, signal) => viewCodes(own, proofs, signal),
    generate: (proofs, signal) => generateCodes(own, proofs, signal),
    disable: (proofs, signal) => disableMfa(own, proofs, signal),
  }
  return mfaSettingsMachine.provide({
    actors: {
      readSettings: actorFrom((_, signal) => readMfaSettings(own, signal)),
      prove: stepUpMachine.provide({
        actors: { perform: actorFrom((it, signal) => acts[it.request as MfaAction](proofsOf(it), signal)) },
      }),
      setUp: liveWizardMachine(own, tell, messages.notCopied, showCodes),
      showCodes,
    },
    actions: { announceOn: () => tell(mfaTexts.switchedOn), announceOff: () => tell(mfaTexts.switchedOff) },
  })
}

function liveWizardMachine(own: Own, tell: Tell, notCopied: string, showCodes: ReturnType<typeof codesMachine>) {
  return mfaWizardMachine.provide({
    actors: {
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom((it, signal): Promise<unknown> => beginMfa(own, it.request as MfaMethod, proofsOf(it), signal)),
        },
      }),
      enterCode: oneTimeCodeMachine.provide({
        actors: {
          verifyCode: actorFrom(
            ({ subject, code }, signal): Promise<unknown> => verifyMfa(own, subject as MfaMethod, code, signal),
          ),
          resendCode: actorFrom((_, signal) => resendCode(own, 'enable', signal)),
        },
      }),
      showCodes,
    },
    actions: { copySecret: (_, { secret }) => copy(secret, mfaTexts.secretCopied, notCopied, tell) },
  })
}

export const livePasswordChangeMachine = (own: Own, announce: (ended: number) => void) =>
  passwordChangeMachine.provide({
    actors: { changePassword: actorFrom((change, signal) => changePassword(own, change, signal)) },
    actions: { announceChanged: (_, { ended }) => announce(ended) },
  })

/** When the password was changed, as a list of one. */
export const passwordDateMachine = (own: Own) =>
  listOf(async (_, signal) => ({ items: [await readPasswordFacts(own, signal)], total: 1 }))

export const sessionListMachine = (own: Own) =>
  listOf(async (_, signal) => {
    const items = await readSessions(own, signal)
    return { items, total: items.length }
  })

export const identityListMachine = (own: Own) =>
  listOf(async (_, signal) => {
    const items = await readIdentities(own, signal)
    return { items, total: items.length }
  })

/** `kind` is `one` with the id of a session, or `others`. */
export const sessionEndMachine = (own: Own, announce: (kind: string) => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal) => (kind === 'one' ? endSession(own, id, signal) : endOtherSessions(own, signal)),
    announce: ({ kind }) => announce(kind),
  })

export const disconnectMachine = (own: Own, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => disconnectIdentity(own, id, signal), announce })
