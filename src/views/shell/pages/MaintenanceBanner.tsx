import { useSelector } from '@xstate/react'
import { Construction } from 'lucide-react'
import styled from 'styled-components'

import type { MaintenanceActor } from '#src/machines/shell/maintenance.machine.ts'
import { selectMessage } from '#src/machines/shell/maintenance.selectors.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { shellMessages } from '../shell.messages.ts'

/** Tells whoever may still come in that nobody else can. */
export function MaintenanceBanner({ actor }: { readonly actor: MaintenanceActor }) {
  const message = useSelector(actor, selectMessage)
  return (
    <Banner role="status">
      <Construction aria-hidden="true" />
      <span>
        <strong>{shellMessages.maintenance.banner}</strong> {message}
      </span>
    </Banner>
  )
}

const Banner = styled.div`
  display: flex;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};
  overflow-wrap: anywhere;

  & > svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
  }

  & > span {
    min-width: 0;
  }
`
