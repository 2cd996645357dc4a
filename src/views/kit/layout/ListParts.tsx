/** What every list is made of, besides its rows. */
import { RefreshCw } from 'lucide-react'
import styled, { keyframes } from 'styled-components'

import { color, font, motion, narrow, radius, space, unseen } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { age } from '../format/spans.ts'
import { listMessages as messages } from '../list.messages.ts'
import { useNow } from '../text/use-now.ts'

type RefreshProps = {
  /** What is listed, in the plural. */
  readonly name: string
  readonly isTurning: boolean
  readonly isBlocked: boolean
  readonly onPress: () => void
}

export function Refresh({ name, isTurning, isBlocked, onPress }: RefreshProps) {
  return (
    <Turning $turns={isTurning}>
      <Button kind="quiet" label={messages.refresh(name)} isBlocked={isBlocked} onPress={onPress}>
        <RefreshCw aria-hidden="true" />
      </Button>
    </Turning>
  )
}

/** How old what is shown is. */
export function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow()
  return <Old>{messages.age(age(now - Date.parse(readAt)))}</Old>
}

/** Stands for what was never read yet. `isLow`: a list that is mostly empty, so that little moves when it comes. */
export function Skeleton({ name, isLow = false }: { readonly name: string; readonly isLow?: boolean }) {
  return (
    <div role="status">
      <Words>{messages.loading(name)}</Words>
      <Bones aria-hidden="true" $isLow={isLow}>
        <i />
        {isLow ? null : (
          <>
            <i />
            <i />
          </>
        )}
      </Bones>
    </div>
  )
}

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

const turn = keyframes`
  to { transform: rotate(1turn); }
`

/** As high as what will come, on wide and on narrow screens; CSS lengths. */
export type Room = readonly [wide: string, narrow: string]

export const Frame = styled.section<{ readonly $room?: Room | null }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  align-content: start;
  min-width: 0;
  min-height: ${({ $room }) => $room?.[0] ?? 'auto'};

  ${narrow} {
    min-height: ${({ $room }) => $room?.[1] ?? 'auto'};
  }
`

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: flex-end;
  gap: ${space[8]};
`

/** Reading again is too common to grey the button each time: its arrow turns. */
export const Turning = styled.span<{ readonly $turns: boolean }>`
  display: inline-flex;

  & > button[aria-disabled='true'] {
    background: transparent;
    border-color: transparent;
    color: ${color['text.muted']};
  }

  & svg {
    animation: ${({ $turns }) => ($turns ? turn : 'none')} ${motion.turn} linear infinite;
  }
`

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`

const Words = styled.p`
  ${unseen}
`

const Bones = styled.div<{ readonly $isLow: boolean }>`
  display: grid;
  gap: ${space[8]};
  opacity: 0;
  animation: ${appear} ${motion.appear} 200ms forwards;

  & > i {
    height: ${({ $isLow }) => ($isLow ? '1.25rem' : '2.5rem')};
    border-radius: ${radius.control};
    background: ${color['neutral.subtle']};
  }
`
