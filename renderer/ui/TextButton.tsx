import type { ButtonHTMLAttributes } from 'react'
import { classes } from './classes'
import styles from './TextButton.module.css'

export interface TextButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** In a line of text, with its height and weight. */
  readonly inline?: boolean
}

/** A button that looks like a link: ways out of a form, places of a rule. */
export function TextButton({ inline = false, className, ...rest }: TextButtonProps) {
  return <button {...rest} type="button" className={classes(styles.button, inline && styles.inline, className)} />
}
