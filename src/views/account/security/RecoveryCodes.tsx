import { useSelector } from '@xstate/react'
import { Copy, Download, Printer } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { mfaTexts } from '#contract/account/security-texts.ts'
import type { RecoveryCodesActor } from '#src/machines/account/security/recovery-codes.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Tick } from '../../kit/controls/tick.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.codes

/** Recovery codes with the ways to keep them; used ones are struck through. */
export function RecoveryCodes({ actor }: { readonly actor: RecoveryCodesActor }) {
  const id = useId()
  const codes = useContextOf(actor, 'codes')
  const areNew = useContextOf(actor, 'areNew')
  const areStored = useContextOf(actor, 'areStored')
  const canFinish = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.finished' }))
  const isOpen = useSelector(actor, (snapshot) => snapshot.status === 'active')
  if (!isOpen) return null
  return (
    <Frame role="group" aria-label={messages.title}>
      <p>{messages.text}</p>
      <List aria-label={messages.list}>
        {codes.map(({ code, usedAt }) => (
          <li key={code}>
            {usedAt === null ? (
              <code>{code}</code>
            ) : (
              <>
                <del>
                  <code>{code}</code>
                </del>{' '}
                {messages.used}
              </>
            )}
          </li>
        ))}
      </List>
      <Buttons>
        <Button onPress={() => actor.send({ type: 'user.copied' })}>
          <Copy aria-hidden="true" />
          {messages.copy}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.downloaded' })}>
          <Download aria-hidden="true" />
          {messages.download}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.printed' })}>
          <Printer aria-hidden="true" />
          {messages.print}
        </Button>
      </Buttons>
      {areNew ? (
        <Tick>
          <label>
            <input type="checkbox" checked={areStored} onChange={() => actor.send({ type: 'user.turnedStored' })} />{' '}
            {mfaTexts.stored}
          </label>
        </Tick>
      ) : null}
      <End>
        <Why id={id}>{canFinish ? null : messages.storeFirst}</Why>
        <Button kind="primary" isBlocked={!canFinish} why={id} onPress={() => actor.send({ type: 'user.finished' })}>
          {messages.done}
        </Button>
      </End>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: ${space[12]};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  list-style: none;

  & code {
    font: ${font.code};
  }

  & del {
    color: ${color['text.muted']};
  }
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
`

const Why = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
