import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import type { SystemCount } from '#contract/library/template.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { SystemTile } from '../../kit/identity/SystemTile.tsx'
import { searchMessages as messages } from './search.messages.ts'

type SystemSelectProps = {
  readonly label: string
  readonly systems: readonly SystemCount[]
  /** Null: any. */
  readonly value: string | null
  readonly onChoose: (system: string | null) => void
}

/** One of the systems that there are templates for, with its mark, on the platform's own select. */
export function SystemSelect({ label, systems, value, onChoose }: SystemSelectProps) {
  const id = useId()
  // What the address asks for is an option even while nothing is known of it.
  const isKnown = value === null || systems.some(({ system }) => system === value)
  return (
    <Frame>
      <label htmlFor={id}>{label}</label>
      <Holder>
        {value === null ? null : <SystemTile name={value} size="s" />}
        <Box
          id={id}
          $hasTile={value !== null}
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
        >
          <option value="">{messages.anySystem}</option>
          {isKnown ? null : <option value={value}>{value}</option>}
          {systems.map(({ system, count }) => (
            <option key={system} value={system}>
              {messages.option(system, number(count))}
            </option>
          ))}
        </Box>
        <ChevronDown aria-hidden="true" />
      </Holder>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  width: 14rem;
  min-width: 0;

  & > label {
    font: ${font.strong};
  }

  ${narrow} {
    width: auto;
    flex: 1 1 0;
  }
`

const Holder = styled.span`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: center;

  & > span {
    position: absolute;
    left: ${space[8]};
    pointer-events: none;
  }

  & > svg {
    position: absolute;
    right: ${space[8]};
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
    pointer-events: none;
  }
`

const Box = styled.select<{ readonly $hasTile: boolean }>`
  min-width: 0;
  min-height: 2rem;
  padding: 0 ${space[32]} 0 ${({ $hasTile }) => ($hasTile ? '2.25rem' : space[12])};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  appearance: none;
  text-overflow: ellipsis;
  unicode-bidi: isolate;
  cursor: pointer;
  ${focusRing}
`
