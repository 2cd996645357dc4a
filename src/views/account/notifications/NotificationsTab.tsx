import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import { notificationChannels, notificationTexts as texts } from '#contract/kit/notification-limits.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { type ChannelFields, openedPreferences, preferencesMachine } from '../../../services/account/notifications.actors.ts'
import { livePushBrowserMachine } from '../../../services/account/push.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { ChannelCard } from './ChannelCard.tsx'
import { notificationMessages as messages } from './notifications.messages.ts'
import { PushBrowser } from './PushBrowser.tsx'

/** What the person wants to be told, by which channel. */
export function NotificationsTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const own = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  const actor = useMachine(() => preferencesMachine(own, () => void toast(texts.saved)), [own], openedPreferences(own))
  const draft = useSelector(actor, selectDraft<ChannelFields>)
  const canChange = useSelector(actor, selectCanChange)
  const browser = useMachine(() => livePushBrowserMachine(own), [own])
  return (
    <PageFrame title={title} where={accountMessages.page} sub={messages.mandatory}>
      <SectionFrame actor={actor} name={messages.name}>
        <Cards>
          {notificationChannels.map((type) => (
            <ChannelCard
              key={type}
              channel={draft[type]}
              isBlocked={!canChange}
              onChange={(channel) => actor.send({ type: 'user.changed', change: { [type]: channel } })}
            >
              {type === 'PUSH' ? <PushBrowser actor={browser} /> : null}
            </ChannelCard>
          ))}
        </Cards>
        <StickyFooter>
          <SaveBar actor={actor} saved={texts.saved} save={texts.save} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string) => (messages.channels as Readonly<Record<string, string>>)[field] ?? null

const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 47.5rem);
  gap: ${space[16]};
`
