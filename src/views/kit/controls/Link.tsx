import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** A link to another place of the console, without the router's own: for pages whose first load is counted. */
export function PlainLink({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} onClick={go} {...rest} />
}
