import type { Plugin } from 'vite'

/**
 * Lets the browser draw nothing before the entry has run, which applies the theme. Otherwise a page that is dark by the
 * user's choice would flash in the system's light colours.
 */
export function renderBlocking(): Plugin {
  return {
    name: 'render-blocking',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  }
}
