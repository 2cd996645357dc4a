import { useSelector } from '@xstate/react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { Profile } from '#contract/account/profile.ts'
import { selectGiven } from '#src/machines/kit/picture.machine.ts'
import { selectDraft, selectIsViewed } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { liveOwnDataMachine } from '../../../services/account/own-data.actors.ts'
import { isPhoneNumber, loadPhoneNumbers } from '../../../services/account/phone-number.service.ts'
import {
  livePhoneVerificationMachine,
  openedProfile,
  photoMachine,
  profileMachine,
} from '../../../services/account/profile.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PictureField } from '../../kit/controls/PictureField.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Avatar } from '../../kit/identity/Avatar.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { OwnDataCard } from './OwnDataCard.tsx'
import { PhoneVerification } from './PhoneVerification.tsx'
import { ProfileFacts } from './ProfileFacts.tsx'
import { profileMessages as messages } from './profile.messages.ts'

// The form comes with what judges its phone number: few people change their profile.
const ProfileForm = lazy(async () => {
  await loadPhoneNumbers()
  return { default: (await import('./ProfileForm.tsx')).ProfileForm }
})

/** What a person says of themselves: shown, and changed after Edit. */
export function ProfileTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const whose = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  const actor = useMachine(() => profileMachine(whose, () => toast(messages.saved)), [whose], openedProfile(user._id))
  const isViewed = useSelector(actor, selectIsViewed)
  const profile = useSelector(actor, selectDraft<Profile>)
  const photo = useMemo(() => photoMachine(whose), [whose])
  const photoActor = useMachine(() => photo, [photo])
  const reload = useCallback(() => actor.send({ type: 'user.reloaded' }), [actor])
  const given = useSelector(photoActor, selectGiven)
  const avatar = given === null ? profile.avatarUrl : given.picture
  return (
    <PageFrame
      title={title}
      where={accountMessages.page}
      actions={isViewed ? <Button onPress={() => actor.send({ type: 'user.edited' })}>{messages.edit}</Button> : undefined}
    >
      <SectionFrame actor={actor} name={messages.name}>
        <Stack>
          <PictureField
            actor={photoActor}
            label={messages.photo}
            change={messages.changePhoto}
            remove={messages.removePhoto}
            hint={messages.photoHint}
            hasPicture={avatar !== null}
          >
            <Avatar name={`${profile.firstName} ${profile.lastName}`} photo={avatar} size="l" isOwn />
          </PictureField>
          {isViewed ? (
            <ProfileFacts
              profile={profile}
              verify={<PhoneSection key={profile.phone} own={whose} phone={profile.phone} onVerified={reload} />}
            />
          ) : (
            <Suspense fallback={<Spinner label={messages.loading} />}>
              <ProfileForm actor={actor} isPhone={isPhoneNumber} />
            </Suspense>
          )}
          {isViewed ? <OwnDataSection own={whose} /> : null}
        </Stack>
        {isViewed ? null : (
          <StickyFooter>
            <SaveBar actor={actor} saved={messages.saved} leave={messages.cancel} nameChange={nameOf} />
          </StickyFooter>
        )}
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string): string | null =>
  field in messages.fields ? messages.fields[field as keyof typeof messages.fields].toLowerCase() : null

/** What is kept of the person, and the end of their account. */
function OwnDataSection({ own }: { readonly own: Own }) {
  const actor = useMachine(() => liveOwnDataMachine(own), [own])
  return <OwnDataCard actor={actor} />
}

type PhoneSectionProps = {
  readonly own: Own
  /** As it is saved; another number is another section. */
  readonly phone: string
  readonly onVerified: () => void
}

/** The verification of the person's phone number. */
function PhoneSection({ own, phone, onVerified }: PhoneSectionProps) {
  const actor = useMachine(
    () => {
      const announce = () => {
        toast(messages.phoneVerified)
        onVerified()
      }
      return livePhoneVerificationMachine(own, announce)
    },
    [own, onVerified],
    { phone },
  )
  return <PhoneVerification actor={actor} />
}
