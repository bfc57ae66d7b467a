package com.example.orders.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.Errors;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Finds, in the exceptions that bad input ends in, which fields are wrong and why. */
final class FieldProblems {

    private FieldProblems() {}

    static List<FieldProblem> of(Errors errors) {
        return errors.getFieldErrors().stream()
                .map(error -> new FieldProblem(error.getField(), message(error)))
                .toList();
    }

    static List<FieldProblem> of(HandlerMethodValidationException e) {
        List<FieldProblem> problems = new ArrayList<>();
        for (ParameterValidationResult result : e.getParameterValidationResults()) {
            if (result instanceof ParameterErrors body) {
                problems.addAll(of(body));
                continue;
            }
            String parameter = name(result.getMethodParameter().getParameterName());
            result.getResolvableErrors().forEach(error -> problems.add(new FieldProblem(parameter, message(error))));
        }
        return problems;
    }

    static FieldProblem of(TypeMismatchException e) {
        return new FieldProblem(name(e.getPropertyName()), expected(e.getRequiredType()));
    }

    static FieldProblem of(HttpMessageNotReadableException e) {
        if (e.getCause() instanceof MismatchedInputException mismatch) {
            return new FieldProblem(path(mismatch), expected(mismatch.getTargetType()));
        }
        if (e.getCause() instanceof InputCoercionException outOfRange) {
            return new FieldProblem(path(outOfRange), expected(outOfRange.getTargetType()));
        }
        return new FieldProblem("body", "is missing or not well-formed JSON");
    }

    private static String path(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : e.getPath()) {
            if (reference.getPropertyName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            }
        }
        return path.isEmpty() ? "body" : path.toString();
    }

    private static String expected(@Nullable Class<?> type) {
        if (type != null && type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(Object::toString)
                    .collect(Collectors.joining(", ", "must be one of ", ""));
        }
        return "has a value of the wrong type";
    }

    private static String message(MessageSourceResolvable error) {
        return Objects.requireNonNullElse(error.getDefaultMessage(), "is invalid");
    }

    private static String name(@Nullable String name) {
        return Objects.requireNonNullElse(name, "request");
    }
}
