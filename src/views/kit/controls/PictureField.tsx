import { useSelector } from '@xstate/react'
import { type ReactNode, useId, useRef } from 'react'
import styled from 'styled-components'
import type { PictureActor } from '#src/machines/kit/picture.machine.ts'
import { selectProblem } from '#src/machines/kit/picture.machine.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { settingsMessages } from '../settings.messages.ts'
import { useCan, useIsBusy } from '../use-snapshot.ts'
import { Button } from './Button.tsx'

type PictureFieldProps = {
  readonly actor: PictureActor
  /** What it is of: "Photo". */
  readonly label: string
  /** "Change Photo", "Remove Photo". */
  readonly change: string
  readonly remove: string
  readonly hint: string
  readonly hasPicture: boolean
  /** The picture as it is. */
  readonly children: ReactNode
}

/** A picture with the ways to change and to remove it. */
export function PictureField({ actor, label, change, remove, hint, hasPicture, children }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const canChoose = useCan(actor, { type: 'user.removed' })
  return (
    <Frame role="group" aria-label={label}>
      {children}
      <Side>
        <Buttons>
          <Button isBlocked={!canChoose} onPress={() => input.current?.click()}>
            {isBusy ? settingsMessages.working : change}
          </Button>
          {hasPicture ? (
            <Button kind="quiet" isBlocked={!canChoose} onPress={() => actor.send({ type: 'user.removed' })}>
              {remove}
            </Button>
          ) : null}
        </Buttons>
        <Hint>{hint}</Hint>
        <Wrong aria-live="polite">{problem?.message}</Wrong>
      </Side>
      <File
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={change}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file chosen again is a choice.
          target.value = ''
          if (file && canChoose) actor.send({ type: 'user.chose', file })
        }}
      />
    </Frame>
  )
}

const Frame = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[16]};
`

const Side = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Hint = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`

const File = styled.input`
  ${unseen}
`
