import { type Profile, type ProfileChange, profileEndpoints } from '#contract/account/profile.ts'
import { profileTexts as texts } from '#contract/account/profile-limits.ts'
import { mfaEndpoints, type Proofs, proofCodeLifetime } from '#contract/auth/mfa.ts'
import { photoLimits } from '#contract/kit/files/image-limits.ts'
import { phoneVerificationMachine } from '../../machines/account/profile/phone-verification.machine.ts'
import { oneTimeCodeMachine } from '../../machines/kit/one-time-code.machine.ts'
import type { Section, SectionValue } from '../../machines/kit/settings-section.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { tellLookChanged } from '../auth/look-changes.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { pictureOf } from '../kit/picture.actors.ts'
import { proofsOf } from '../kit/proofs.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { failedAs } from '../kit/with-title.ts'
import { isPhoneNumber } from './phone-number.service.ts'
import { type Own, resendCode } from './security.service.ts'

const nameOf = (userId: string) => `profile:${userId}`
const sectionIn = ({ revision, ...value }: Profile): Section => ({ value, revision })

/** What of a draft is sent. */
function changeOf({ value, revision }: Section): ProfileChange {
  const { firstName, lastName, phone, jobTitle, timezone, language } = value as Profile
  return { firstName, lastName, phone, jobTitle, timezone, language, revision }
}

const isComplete = ({ firstName, lastName, phone }: SectionValue) =>
  String(firstName).trim() !== '' && String(lastName).trim() !== '' && isPhoneNumber(String(phone))

export const profileMachine = ({ access, userId }: Own, announce: () => void) =>
  sectionOf({
    name: nameOf(userId),
    read: async (signal) => sectionIn(await readProfile(access, userId, signal)),
    save: async (section, signal) => sectionIn(await saveProfile(access, userId, changeOf(section), signal)),
    isValid: isComplete,
    announce: () => {
      announce()
      tellLookChanged()
    },
  })

export const openedProfile = (userId: string) => openedSection(nameOf(userId), true)

export const photoMachine = ({ access, userId }: Own) =>
  pictureOf({
    limits: photoLimits,
    give: (photo, signal) => givePhoto(access, userId, photo, signal),
    announce: tellLookChanged,
  })

export const livePhoneVerificationMachine = (own: Own, announce: () => void) =>
  phoneVerificationMachine.provide({
    actors: {
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom((it, signal): Promise<unknown> => sendPhoneCode(own, it.request as string, proofsOf(it), signal)),
        },
      }),
      enterCode: oneTimeCodeMachine.provide({
        actors: {
          verifyCode: actorFrom(({ subject, code }, signal): Promise<unknown> => verifyPhone(own, subject, code, signal)),
          resendCode: actorFrom((_, signal) => resendPhoneCode(own, signal)),
        },
      }),
    },
    actions: { announceVerified: announce },
  })

const readProfile = (access: Access, userId: string, signal: AbortSignal): Promise<Profile> =>
  failedAs(texts.loadFailed, texts.loadFailed, call(profileEndpoints.get, { access, params: { userId }, signal }))

const saveProfile = (access: Access, userId: string, body: ProfileChange, signal: AbortSignal): Promise<Profile> =>
  failedAs(texts.updateFailed, texts.saveFailed, call(profileEndpoints.set, { access, params: { userId }, body, signal }))

/** @param photo a data URL; null removes it. @returns what is kept. */
async function givePhoto(access: Access, userId: string, photo: string | null, signal: AbortSignal) {
  const params = { userId }
  if (photo !== null) return (await call(profileEndpoints.setPhoto, { access, params, body: { photo }, signal })).avatarUrl
  await call(profileEndpoints.removePhoto, { access, params, signal })
  return null
}

/** Sends a code to the number. @returns how long it may take. */
async function sendPhoneCode({ access, userId }: Own, phone: string, proofs: Proofs, signal: AbortSignal) {
  const body = { phone, ...proofs }
  const sending = call(mfaEndpoints.addPhone, { access, params: { userId }, body, signal, patience: once })
  const { isKept } = await failedAs(texts.sendFailed, texts.addFailed, sending)
  return { isKept, lifetime: proofCodeLifetime, until: new Date(Date.now() + proofCodeLifetime).toISOString() }
}

/** @returns milliseconds until the next one. */
const resendPhoneCode = (own: Own, signal: AbortSignal): Promise<number> =>
  failedAs(texts.sendFailed, texts.addFailed, resendCode(own, 'phone', signal))

/** Makes the number the person's own, by the code that was sent to it. */
async function verifyPhone({ access, userId }: Own, phone: string, code: string, signal: AbortSignal): Promise<void> {
  const body = { phone, code }
  const verifying = call(mfaEndpoints.verifyPhone, { access, params: { userId }, body, signal, patience: once })
  await failedAs(texts.verifyFailed, texts.verifyTitle, verifying)
}
