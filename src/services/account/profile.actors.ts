import type { Profile, ProfileChange } from '#contract/account/profile.ts'
import { photoLimits } from '#contract/kit/files/image-limits.ts'
import { phoneVerificationMachine } from '../../machines/account/profile/phone-verification.machine.ts'
import { oneTimeCodeMachine } from '../../machines/kit/one-time-code.machine.ts'
import type { Section, SectionValue } from '../../machines/kit/settings-section.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { tellLookChanged } from '../auth/look-changes.ts'
import { actorFrom } from '../kit/actor.ts'
import { pictureOf } from '../kit/picture.actors.ts'
import { proofsOf } from '../kit/proofs.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { isPhoneNumber } from './phone-number.service.ts'
import { givePhoto, readProfile, resendPhoneCode, saveProfile, sendPhoneCode, verifyPhone } from './profile.service.ts'
import type { Own } from './security.service.ts'

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
