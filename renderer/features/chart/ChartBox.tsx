import { isMotionReduced, useTokens } from '@renderer/ui'
import type { EChartsType } from 'echarts/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './chart.module.css'
import type { ChartData, ChartKind } from './data'
import { chartOption, createChart, type ChartLook } from './draw-chart'

const tokens = {
  text: '--t1',
  quiet: '--t3',
  line: '--line',
  raised: '--raised',
  font: '--sans',
  first: '--p',
  second: '--acc',
  third: '--star',
  fourth: '--k-violet',
  fifth: '--k-pink',
  sixth: '--k-lime',
  seventh: '--k-orange',
  eighth: '--k-cyan',
} as const

export interface ChartBoxProps {
  readonly kind: ChartKind
  readonly data: ChartData
}

/** A chart that fills its place. Screen readers skip it: show its values as text too. */
export function ChartBox({ kind, data }: ChartBoxProps) {
  const look = useLook()
  const box = useChart(kind, data, look)
  return <div ref={box} className={styles.box} dir="ltr" aria-hidden="true" />
}

function useLook(): ChartLook {
  const values = useTokens(tokens)
  return useMemo(() => {
    const { first, second, third, fourth, fifth, sixth, seventh, eighth, ...rest } = values
    return {
      ...rest,
      isStill: isMotionReduced(),
      series: [first, second, third, fourth, fifth, sixth, seventh, eighth],
    }
  }, [values])
}

/** Draws the chart into its box, and again when the data, the theme or the size changes. */
function useChart(kind: ChartKind, data: ChartData, look: ChartLook) {
  const chart = useRef<EChartsType>(undefined)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!box) return undefined
    const made = createChart(box)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(box)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = undefined
    }
  }, [box])
  useEffect(() => {
    if (box) chart.current?.setOption(chartOption(kind, data, look), true)
  }, [box, kind, data, look])
  return setBox
}
