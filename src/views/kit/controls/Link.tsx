import type { ComponentProps, MouseEvent } from 'react'
import { withBase } from '#src/services/kit/address/base.ts'
import { navigate } from '../browser-location.ts'

/** A link to another place of the console. The router's own knows no path below which the console is served. */
export function PlainLink({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={withBase(href)} onClick={go} {...rest} />
}
