import { invalidField } from '../../kernel/errors.ts';
import type { CalculationMethod } from '../../store/generated/enums.ts';

/** Of the methods that go by a number: its bounds, and what it is where none is sent (outcomes#42). */
const NUMBERS: Partial<Record<CalculationMethod, { min: number; max: number; usual: number }>> = {
  decaying_average: { min: 1, max: 99, usual: 65 },
  n_mastery: { min: 1, max: 10, usual: 5 },
};

export interface Calculation {
  calculationMethod: CalculationMethod;
  calculationInt: number | null;
}

export const USUAL_CALCULATION: Calculation = { calculationMethod: 'decaying_average', calculationInt: 65 };

/** outcomes#42: another method begins with its usual number; one that goes by none has none. */
export function calculationAfter(
  before: Calculation,
  sent: { calculation_method?: CalculationMethod | undefined; calculation_int?: number | undefined },
): Calculation {
  const calculationMethod = sent.calculation_method ?? before.calculationMethod;
  const number = NUMBERS[calculationMethod];
  if (!number) return { calculationMethod, calculationInt: null };
  const kept = calculationMethod === before.calculationMethod ? before.calculationInt : null;
  const calculationInt = sent.calculation_int ?? kept ?? number.usual;
  if (calculationInt < number.min || calculationInt > number.max)
    throw invalidField('calculation_int', 'invalid', `must be from ${number.min} to ${number.max} with ${calculationMethod}`);
  return { calculationMethod, calculationInt };
}
