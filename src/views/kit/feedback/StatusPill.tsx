import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

export type Tone = 'success' | 'neutral' | 'pending' | 'danger' | 'warning'

type Look = { readonly tone: Tone; readonly icon: LucideIcon | null }

const looks = {
  draft: { tone: 'neutral', icon: CircleDashed },
  waiting: { tone: 'pending', icon: Clock },
  working: { tone: 'pending', icon: LoaderCircle },
  /** Works as it was told to; how well is said beside it. */
  on: { tone: 'neutral', icon: null },
  good: { tone: 'success', icon: CircleCheck },
  held: { tone: 'neutral', icon: CirclePause },
  stopped: { tone: 'neutral', icon: Ban },
  bad: { tone: 'danger', icon: CircleAlert },
  late: { tone: 'warning', icon: TriangleAlert },
  /** Goes on later, by itself. */
  delayed: { tone: 'warning', icon: Clock },
} as const satisfies Record<string, Look>

export type PillLook = keyof typeof looks

/** A status: never colour alone, always a word, and an icon where the colour says something. */
export function StatusPill({ look, word }: { readonly look: PillLook; readonly word: string }) {
  const { tone, icon: Icon } = looks[look]
  return (
    <Pill $tone={tone}>
      {Icon === null ? null : <Icon aria-hidden="true" />}
      {word}
    </Pill>
  )
}

const Pill = styled.span<{ readonly $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 22px;
  padding: 0 ${space[8]};
  border-radius: ${radius.pill};
  background: ${({ $tone }) => color[`${$tone}.subtle`]};
  color: ${({ $tone }) => color[`${$tone}.text`]};
  font: ${font.dense};
  font-weight: 500;
  white-space: nowrap;

  & > svg {
    width: 12px;
    height: 12px;
  }
`
