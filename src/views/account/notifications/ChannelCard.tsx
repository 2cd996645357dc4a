import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { NotificationChannelState } from '#contract/account/notifications.ts'
import { notificationCategories } from '#contract/kit/notification-limits.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { notificationMessages as messages } from './notifications.messages.ts'

type Channel = Omit<NotificationChannelState, 'revision'>

type ChannelCardProps = {
  readonly channel: Channel
  readonly isBlocked: boolean
  readonly onChange: (channel: Channel) => void
  /** What the channel needs besides. */
  readonly children?: ReactNode
}

/** One channel: whether it is on, for which categories, where it goes and whether anything can send it. */
export function ChannelCard({ channel, isBlocked, onChange, children }: ChannelCardProps) {
  const { type, enabled, categories, target, delivery } = channel
  const title = messages.channels[type]
  const needsPhone = target === null && type !== 'PUSH' && delivery !== 'unavailable'
  return (
    <SettingsCard
      title={title}
      sub={
        <>
          {target === null || type === 'PUSH' ? null : messages.goesTo(target)} {needsPhone ? messages.noPhone : null}{' '}
          {messages.delivery[delivery]}
        </>
      }
      aside={
        <Switch
          label={title}
          isLabelUnseen
          isOn={enabled}
          isBlocked={isBlocked || delivery === 'unavailable'}
          onTurn={(isOn) => onChange({ ...channel, enabled: isOn })}
        />
      }
    >
      {children}
      {needsPhone ? <PlainLink href="/account?tab=profile">{messages.toPhone}</PlainLink> : null}
      <Boxes aria-label={title}>
        {notificationCategories.map((category) => (
          <label key={category}>
            <input
              type="checkbox"
              checked={categories[category]}
              disabled={isBlocked || !enabled}
              onChange={({ target: box }) => onChange({ ...channel, categories: { ...categories, [category]: box.checked } })}
            />
            <span>
              {messages.categories[category]}
              <About>{messages.about[category]}</About>
            </span>
          </label>
        ))}
      </Boxes>
    </SettingsCard>
  )
}

const Boxes = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
  gap: ${space[8]} ${space[16]};
  margin: 0;
  padding: 0;
  border: 0;

  & > label {
    display: flex;
    align-items: flex-start;
    gap: ${space[8]};
    cursor: pointer;
  }
`

const About = styled.span`
  display: block;
  color: ${color['text.muted']};
  font: ${font.dense};
`
