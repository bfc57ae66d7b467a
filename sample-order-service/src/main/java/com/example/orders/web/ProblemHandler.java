package com.example.orders.web;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers every exception with an RFC 9457 problem: bad input names its fields in {@code errors}, a statement that the
 * sharding engine refuses has its {@code code}, and nothing of the inside is shown.
 */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return badRequest(e, FieldProblems.of(e.getBindingResult()), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return badRequest(e, FieldProblems.of(e), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return badRequest(e, List.of(new FieldProblem(e.getParameterName(), "must be given")), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return badRequest(e, List.of(FieldProblems.of(e)), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return badRequest(e, List.of(FieldProblems.of(e)), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> handleInvalidField(InvalidFieldException e, WebRequest request) {
        return badRequest(e, List.of(e.problem()), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> handleNotFound(NotFoundException e, WebRequest request) {
        return problem(e, ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, e.getMessage()), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> handleAnyOther(Exception e, WebRequest request) {
        Optional<ErrorCode> refusal = refusal(e);
        if (refusal.isPresent()) {
            return refused(e, refusal.get(), request);
        }
        logger.error("Failed: " + request.getDescription(false), e);
        ProblemDetail body = ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "The request could not be answered; the log says why.");
        return problem(e, body, request);
    }

    /**
     * Returns the answer to a statement that the engine refused. The code's own reason and action hold nothing of the
     * statement, so they may be shown; the exception's message may not.
     */
    private @Nullable ResponseEntity<Object> refused(Exception e, ErrorCode code, WebRequest request) {
        ProblemDetail body =
                ProblemDetail.forStatusAndDetail(HttpStatus.NOT_IMPLEMENTED, code.reason() + ". " + code.action());
        body.setProperty("code", code.code());
        return problem(e, body, request);
    }

    private @Nullable ResponseEntity<Object> badRequest(
            Exception e, List<FieldProblem> fieldProblems, WebRequest request) {
        ProblemDetail body =
                ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The request has invalid or missing values.");
        body.setProperty("errors", fieldProblems);
        return problem(e, body, request);
    }

    private @Nullable ResponseEntity<Object> problem(Exception e, ProblemDetail body, WebRequest request) {
        return handleExceptionInternal(e, body, new HttpHeaders(), HttpStatusCode.valueOf(body.getStatus()), request);
    }

    private static Optional<ErrorCode> refusal(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLFeatureNotSupportedException && cause instanceof ShardingException refusal) {
                return Optional.of(refusal.errorCode());
            }
        }
        return Optional.empty();
    }
}
