import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { selectShown } from '../../machines/settings/secret-entry.selectors.ts'
import type { SecretEntryActor } from '../../machines/settings/secret-entry.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Banner } from '../kit/feedback/Banner.tsx'
import { useCan, useMatches } from '../kit/use-snapshot.ts'

type NewSecretNoteProps = {
  readonly actor: SecretEntryActor
  readonly messages: {
    readonly created: (name: string) => string
    readonly once: string
    readonly byHand: string
    readonly copy: string
    readonly done: string
    /** What it is called. */
    readonly secret: string
  }
}

/** The one time that a secret is shown, until the person puts it away. */
export function NewSecretNote({ actor, messages }: NewSecretNoteProps) {
  const shown = useSelector(actor, selectShown)
  const isByHand = useMatches(actor, { shown: 'byHand' })
  const canCopy = useCan(actor, { type: 'user.copied' })
  const canDismiss = useCan(actor, { type: 'user.dismissed' })
  if (shown === null) return null
  return (
    <SecretBanner
      fact={messages.created(shown.name)}
      text={isByHand ? messages.byHand : messages.once}
      label={messages.secret}
      secret={shown.secret}
    >
      <Button isBlocked={!canCopy} onPress={() => actor.send({ type: 'user.copied' })}>
        {messages.copy}
      </Button>
      <Button isBlocked={!canDismiss} onPress={() => actor.send({ type: 'user.dismissed' })}>
        {messages.done}
      </Button>
    </SecretBanner>
  )
}

type SecretBannerProps = {
  readonly fact: string
  readonly text: string
  readonly label: string
  readonly secret: string
  /** Buttons. */
  readonly children: ReactNode
}

/** A secret that is shown once, to be copied. */
export const SecretBanner = ({ fact, text, label, secret, children }: SecretBannerProps) => (
  <Banner tone="success" fact={fact} actions={children}>
    {text}
    <Secret readOnly value={secret} aria-label={label} onFocus={({ target }) => target.select()} />
  </Banner>
)

const Secret = styled.input`
  width: 100%;
  margin-top: ${space[8]};
  padding: ${space[4]} ${space[8]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  font: ${font.code};
  ${focusRing}
`
